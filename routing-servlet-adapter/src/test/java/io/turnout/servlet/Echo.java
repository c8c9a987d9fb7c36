// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.decision.RouteDecision;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Servlets that tell what reached them: the decision, the target, the fields, and the body. */
final class Echo {

  private Echo() {}

  /** Reads the body as a stream, and waits for it. */
  static HttpServlet blocking() {
    return new Blocking();
  }

  static String head(HttpServletRequest request) {
    RouteDecision decision = RoutedRequest.of(request).decision();
    StringBuilder report = new StringBuilder(decision.outcome().text());
    decision.cell().ifPresent(cell -> report.append(' ').append(cell));
    report.append('\n').append(request.getMethod()).append(' ').append(request.getRequestURI());
    if (request.getQueryString() != null) {
      report.append('?').append(request.getQueryString());
    }
    report.append('\n');
    for (String name : Collections.list(request.getHeaderNames())) {
      for (String value : Collections.list(request.getHeaders(name))) {
        report.append(name).append(": ").append(value).append('\n');
      }
    }
    return report.append('\n').toString();
  }

  static void answer(HttpServletRequest request, HttpServletResponse response, byte[] body)
      throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head(request).getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(body);
    response.setContentType("application/octet-stream");
    response.setContentLength(all.size());
    response.getOutputStream().write(all.toByteArray());
  }

  private static final class Blocking extends HttpServlet {
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      answer(request, response, request.getInputStream().readAllBytes());
    }
  }

  /** Reads the body by a listener; {@link #calls} are those to the listener, in order. */
  static final class Async extends HttpServlet {

    final transient List<String> calls = new CopyOnWriteArrayList<>();

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      AsyncContext context = request.startAsync();
      ServletInputStream in = request.getInputStream();
      in.setReadListener(new Reading(context, in));
    }

    private final class Reading implements ReadListener {

      private final AsyncContext context;
      private final ServletInputStream in;
      private final ByteArrayOutputStream body = new ByteArrayOutputStream();

      Reading(AsyncContext context, ServletInputStream in) {
        this.context = context;
        this.in = in;
      }

      @Override
      public void onDataAvailable() throws IOException {
        int before = body.size();
        byte[] piece = new byte[1_000];
        while (in.isReady() && !in.isFinished()) {
          int count = in.read(piece);
          if (count > 0) {
            body.write(piece, 0, count);
          }
        }
        calls.add("data " + (body.size() > before ? "some" : "none"));
      }

      @Override
      public void onAllDataRead() throws IOException {
        calls.add("end " + in.isFinished());
        answer(
            (HttpServletRequest) context.getRequest(),
            (HttpServletResponse) context.getResponse(),
            body.toByteArray());
        context.complete();
      }

      @Override
      public void onError(Throwable failure) {
        calls.add("error");
        context.complete();
      }
    }
  }
}
