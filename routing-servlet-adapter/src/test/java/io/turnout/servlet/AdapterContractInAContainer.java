// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import static io.turnout.conformance.contract.EngineRefusal.count;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.turnout.CellRouter;
import io.turnout.conformance.WrittenRequest;
import io.turnout.conformance.WrittenRequest.Field;
import io.turnout.conformance.contract.AdapterContract;
import io.turnout.conformance.contract.AdapterServer;
import io.turnout.conformance.contract.EngineRefusal;
import io.turnout.conformance.contract.Upstream;
import io.turnout.conformance.contract.Upstream.Answered;
import io.turnout.conformance.contract.Upstream.Reached;
import io.turnout.protocol.TurnoutHeaders;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The contract of adapters, kept by the filter before a servlet that stands for every cell. */
abstract class AdapterContractInAContainer extends AdapterContract {

  private static final Pattern ABSOLUTE = Pattern.compile("[a-z+]+://([^/?#\\\\]*)");
  private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9a-fA-F]{2})");

  /** The container. */
  abstract TestServer.Kind kind();

  /** Whether threads wait. */
  abstract boolean waits();

  @Override
  protected AdapterServer start(CellRouter router, Upstream upstream) throws Exception {
    RoutingFilter.Builder filter = RoutingFilter.builder(router);
    RoutingFilter built = waits() ? filter.build() : filter.async().build();
    HttpServlet end = waits() ? new Waiting(upstream) : new Listening(upstream);
    TestServer server = kind().start(new TestServer.Site(List.of(built), Map.of("/*", end)));
    return new AdapterServer() {
      @Override
      public int port() {
        return server.port();
      }

      @Override
      public void stop() throws Exception {
        server.close();
      }
    };
  }

  @Override
  protected boolean keepsOrder() {
    return false; // a container tells the lines of each name in order, and no more
  }

  /** What both kinds of container refuse, and the filter. */
  static List<EngineRefusal> commonRefusals() {
    return List.of(
        refusal("more than one Host", request -> count(request, "host") > 1, 400),
        refusal("a control character in a field", request -> hasControl(request), 400),
        refusal("an authority beside another Host", request -> hasOtherAuthority(request), 400),
        refusal("an asterisk without OPTIONS", request -> isAsterisk(request, false), 400),
        refusal("a target that is not ASCII", request -> hasChar(request, 0x7f, 0xff), 400),
        refusal("a control character in the target", request -> hasChar(request, 0, ' '), 400),
        refusal("no form of a target", request -> !isTarget(request), 400),
        refusal("the way above the root", request -> path(request).equals("/.."), 400),
        refusal("an encoded NUL", request -> path(request).contains("%00"), 400),
        refusal("a fragment", request -> request.target().contains("#"), 400),
        refusal("a broken escape in the path", request -> hasBrokenEscape(request), 400));
  }

  static boolean isAsterisk(WrittenRequest request, boolean options) {
    return request.target().equals("*") && request.method().equals("OPTIONS") == options;
  }

  /** The value of a single Host field; empty if there is none, as the contract then adds one. */
  static Optional<String> host(WrittenRequest request) {
    return request.fields().stream()
        .filter(field -> field.name().equalsIgnoreCase("host"))
        .map(field -> field.value().strip())
        .findFirst();
  }

  static String path(WrittenRequest request) {
    return request.target().split("\\?", 2)[0];
  }

  /** An asterisk and what follows it is for each container to judge, as CONNECT is. */
  private static boolean isTarget(WrittenRequest request) {
    String target = request.target();
    return target.startsWith("/")
        || target.startsWith("*")
        || request.method().equals("CONNECT")
        || ABSOLUTE.matcher(target).lookingAt();
  }

  private static boolean hasControl(WrittenRequest request) {
    return request.fields().stream()
        .flatMapToInt(field -> field.value().chars())
        .anyMatch(c -> c < ' ' && c != '\t' || c == 0x7f);
  }

  private static boolean hasOtherAuthority(WrittenRequest request) {
    Matcher absolute = ABSOLUTE.matcher(request.target());
    return absolute.lookingAt()
        && !host(request).filter(absolute.group(1)::equalsIgnoreCase).isPresent();
  }

  private static boolean hasChar(WrittenRequest request, int from, int to) {
    return request.target().chars().anyMatch(c -> c >= from && c <= to);
  }

  private static boolean hasBrokenEscape(WrittenRequest request) {
    return BROKEN_ESCAPE.matcher(path(request)).find();
  }

  static EngineRefusal refusal(
      String reason, Predicate<WrittenRequest> requests, Integer... statuses) {
    return new EngineRefusal(reason, requests, Set.of(statuses));
  }

  private static Reached reached(HttpServletRequest request, String body) {
    List<Field> fields = new ArrayList<>();
    for (String name : Collections.list(request.getHeaderNames())) {
      for (String value : Collections.list(request.getHeaders(name))) {
        fields.add(new Field(name, value));
      }
    }
    String query = request.getQueryString();
    String target = query == null ? request.getRequestURI() : request.getRequestURI() + '?' + query;
    return new Reached(
        RoutedRequest.of(request).decision().cell(), request.getMethod(), target, fields, body);
  }

  /** Lets the cell answer, or another one if it says that it is the wrong one. */
  private static Answered answer(Upstream upstream, HttpServletRequest request, String body) {
    Answered first = upstream.reached(reached(request, body));
    boolean better =
        RoutedRequest.of(request)
            .correct(first.status(), name -> lines(first, name))
            .toCompletableFuture()
            .join()
            .isPresent();
    return better ? upstream.reached(reached(request, body)) : first;
  }

  private static List<String> lines(Answered answer, String name) {
    return answer.fields().stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(Field::value)
        .toList();
  }

  private static void write(Answered answer, HttpServletResponse response) throws IOException {
    response.setStatus(answer.status());
    boolean wrong = TurnoutHeaders.isWrongCell(answer.status(), name -> lines(answer, name));
    answer.fields().stream()
        .filter(field -> !wrong || !field.name().equalsIgnoreCase("Set-Cookie"))
        .forEach(field -> response.addHeader(field.name(), field.value()));
    if (!answer.trailers().isEmpty()) {
      Map<String, String> trailers = new LinkedHashMap<>();
      answer.trailers().forEach(field -> trailers.put(field.name(), field.value()));
      response.setTrailerFields(() -> trailers);
    }
    response.getOutputStream().write(answer.body().getBytes(ISO_8859_1));
  }

  /** Waits for the body. */
  private static final class Waiting extends HttpServlet {
    private final transient Upstream upstream;

    Waiting(Upstream upstream) {
      this.upstream = upstream;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String body = new String(request.getInputStream().readAllBytes(), ISO_8859_1);
      write(answer(upstream, request, body), response);
    }
  }

  /** Is told of the body. */
  private static final class Listening extends HttpServlet {
    private final transient Upstream upstream;

    Listening(Upstream upstream) {
      this.upstream = upstream;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      AsyncContext context = request.startAsync();
      ServletInputStream in = request.getInputStream();
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      in.setReadListener(
          new ReadListener() {
            @Override
            public void onDataAvailable() throws IOException {
              byte[] piece = new byte[8_192];
              while (in.isReady() && !in.isFinished()) {
                int count = in.read(piece);
                if (count > 0) {
                  body.write(piece, 0, count);
                }
              }
            }

            @Override
            public void onAllDataRead() throws IOException {
              write(answer(upstream, request, body.toString(ISO_8859_1)), response);
              context.complete();
            }

            @Override
            public void onError(Throwable failure) {
              context.complete();
            }
          });
    }
  }
}
