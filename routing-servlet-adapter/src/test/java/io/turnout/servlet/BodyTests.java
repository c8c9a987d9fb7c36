// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** How the chain reads a body of which the rules have read the start. */
abstract class BodyTests extends ContainerTests {

  private static final String JSON = "application/json";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String BODY = json("1", 20_000);

  /** The filter, in the mode that is tested. */
  abstract RoutingFilter.Builder mode(RoutingFilter.Builder filter);

  /** What a servlet does in a test; what it returns is the answer. */
  interface Reading {
    String read(HttpServletRequest request) throws IOException, ServletException;
  }

  private RawClient.Dialler serve(Reading reading) throws Exception {
    return serve(mode(RoutingFilter.builder(routing().router())).build(), reading);
  }

  private RawClient.Dialler serve(RoutingFilter filter, Reading reading) throws Exception {
    return serve(filter, new ReadingServlet(reading));
  }

  private static final class ReadingServlet extends HttpServlet {
    private final transient Reading reading;

    ReadingServlet(Reading reading) {
      this.reading = reading;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      byte[] answer = reading.read(request).getBytes(StandardCharsets.UTF_8);
      response.setContentLength(answer.length);
      response.getOutputStream().write(answer);
    }
  }

  private static String refused(Call call) throws IOException, ServletException {
    try {
      call.run();
      return "taken";
    } catch (IllegalStateException e) {
      return "refused";
    }
  }

  private interface Call {
    void run() throws IOException, ServletException;
  }

  @Test
  void stream_gives_every_byte_once_and_then_the_end() throws Exception {
    RawClient.Dialler server =
        serve(
            request -> {
              ServletInputStream in = request.getInputStream();
              StringBuilder text = new StringBuilder();
              text.append((char) in.read()).append((char) in.read());
              byte[] some = new byte[10];
              int count = in.read(some, 3, 5);
              text.append(new String(some, 3, count, StandardCharsets.ISO_8859_1));
              assertThat(in.read(some, 0, 0)).isZero();
              assertThat(in.isFinished()).isFalse();
              text.append(new String(in.readNBytes(9_000), StandardCharsets.ISO_8859_1));
              ByteArrayOutputStream rest = new ByteArrayOutputStream();
              in.transferTo(rest);
              text.append(rest.toString(StandardCharsets.ISO_8859_1));
              assertThat(in.read()).isEqualTo(-1);
              assertThat(in.read(some)).isEqualTo(-1);
              assertThat(in.isFinished()).isTrue();
              assertThat(in.available()).isZero();
              assertThat(request.getInputStream()).isSameAs(in);
              return text.toString();
            });

    assertThat(post(server, "/body/x", JSON, BODY).body()).isEqualTo(BODY);
  }

  @Test
  void what_is_held_is_available_at_once() throws Exception {
    RawClient.Dialler server =
        serve(request -> "" + (request.getInputStream().available() >= BODY.length() - 20_000));

    assertThat(post(server, "/body/x", JSON, BODY).body()).isEqualTo("true");
  }

  @Test
  void lines_and_skips_go_over_the_seam() throws Exception {
    String body = "{\"id\":\"1\"}\n" + "abc\n".repeat(3_000) + "end";
    RawClient.Dialler server =
        serve(
            request -> {
              ServletInputStream in = request.getInputStream();
              byte[] line = new byte[100];
              int first = in.readLine(line, 0, line.length);
              in.skipNBytes(4L * 2_999);
              int last = in.readLine(line, 0, line.length);
              return first
                  + " "
                  + last
                  + " "
                  + in.readLine(line, 0, line.length)
                  + " "
                  + in.readLine(line, 0, line.length);
            });

    assertThat(post(server, "/body/x", JSON, body).body()).isEqualTo("11 4 3 -1");
  }

  @Test
  void mark_is_not_supported_as_in_any_servlet_stream() throws Exception {
    RawClient.Dialler server =
        serve(
            request -> {
              ServletInputStream in = request.getInputStream();
              assertThat(in.markSupported()).isFalse();
              in.mark(10);
              try {
                in.reset();
                return "reset";
              } catch (IOException e) {
                return "refused";
              }
            });

    assertThat(post(server, "/body/x", JSON, BODY).body()).isEqualTo("refused");
  }

  @Test
  void closed_stream_gives_nothing_more() throws Exception {
    RawClient.Dialler server =
        serve(
            request -> {
              ServletInputStream in = request.getInputStream();
              in.close();
              in.close();
              try {
                return "" + in.read();
              } catch (IOException e) {
                return "closed";
              }
            });

    assertThat(post(server, "/body/x", JSON, BODY).body()).isEqualTo("closed");
  }

  @Test
  void reader_decodes_as_the_request_says() throws Exception {
    Reading reading = request -> request.getReader().lines().reduce("", String::concat);
    RawClient.Dialler server = serve(reading);
    String body = "{\"id\":\"1\",\"é\":\"" + "x".repeat(9_000) + "ü\"}";
    String utf8 = new String(body.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);

    assertThat(post(server, "/body/x", "text/json;charset=UTF-8", utf8).body()).isEqualTo(utf8);
    assertThat(post(server, "/body/x", "text/json;charset=ISO-8859-1", "{\"id\":\"1\"}é").body())
        .isEqualTo("{\"id\":\"1\"}\u00c3\u00a9");
    assertThat(post(server, "/body/x", "application/octet-stream", "{\"id\":\"1\"}é").body())
        .isEqualTo("{\"id\":\"1\"}\u00c3\u00a9");
  }

  @Test
  void reader_takes_the_encoding_that_the_chain_sets() throws Exception {
    RawClient.Dialler server =
        serve(
            request -> {
              request.setCharacterEncoding("UTF-16BE");
              BufferedReader reader = request.getReader();
              assertThat(request.getReader()).isSameAs(reader);
              return reader.readLine();
            });

    assertThat(post(server, "/body/x", "text/json", "{\"id\":\"1\"} ").body())
        .isEqualTo(
            new String(
                new String("{\"id\":\"1\"} ".getBytes(StandardCharsets.US_ASCII), UTF_16BE)
                    .getBytes(StandardCharsets.UTF_8),
                StandardCharsets.ISO_8859_1));
  }

  @Test
  void stream_and_reader_shut_each_other_out() throws Exception {
    RawClient.Dialler server =
        serve(
            request -> {
              boolean stream = request.getQueryString().equals("stream");
              if (stream) {
                request.getInputStream();
                return refused(request::getReader);
              }
              request.getReader();
              return refused(request::getInputStream);
            });

    assertThat(post(server, "/body/x?stream", JSON, BODY).body()).isEqualTo("refused");
    assertThat(post(server, "/body/x?reader", JSON, BODY).body()).isEqualTo("refused");
  }

  private static String shown(Map<String, String[]> parameters) {
    Map<String, List<String>> sorted = new TreeMap<>();
    parameters.forEach((name, values) -> sorted.put(name, List.of(values)));
    return sorted.toString();
  }

  @Test
  void parameters_are_those_of_the_query_and_then_of_the_form() throws Exception {
    RawClient.Dialler server =
        serve(
            request -> {
              assertThat(request.getParameter("nothing")).isNull();
              assertThat(request.getParameterValues("nothing")).isNull();
              assertThat(request.getParameter("a")).isEqualTo("q");
              assertThat(request.getParameterValues("a")).containsExactly("q", "f g");
              List<String> names = new ArrayList<>();
              request.getParameterNames().asIterator().forEachRemaining(names::add);
              assertThat(names).containsExactlyInAnyOrder("a", "id", "e", "flag");
              assertThat(request.getInputStream().read()).isEqualTo(-1);
              return shown(request.getParameterMap());
            });

    assertThat(post(server, "/body/x?a=q", FORM, "id=2&a=f+g&e=%C3%A9=&&flag").body())
        .isEqualTo(
            new String(
                "{a=[q, f g], e=[é=], flag=[], id=[2]}".getBytes(StandardCharsets.UTF_8),
                StandardCharsets.ISO_8859_1));
  }

  @Test
  void parameters_of_a_form_that_no_rule_read_are_the_containers() throws Exception {
    RawClient.Dialler server = serve(request -> shown(request.getParameterMap()));

    assertThat(post(server, "/fixed/x?a=q", FORM, "a=f&b=c").body()).isEqualTo("{a=[q, f], b=[c]}");
  }

  @Test
  void parameters_of_a_body_that_is_in_use_are_those_of_the_query() throws Exception {
    RawClient.Dialler server =
        serve(
            request -> {
              ServletInputStream in = request.getInputStream();
              String shown = shown(request.getParameterMap());
              return shown + new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            });

    assertThat(post(server, "/body/x?a=q", FORM, "id=2&a=f").body()).isEqualTo("{a=[q]}id=2&a=f");
  }

  @Test
  void form_longer_than_its_limit_is_refused_for_who_asks() throws Exception {
    RoutingFilter filter = mode(RoutingFilter.builder(routing().router()).formLimit(12)).build();
    RawClient.Dialler server = serve(filter, request -> refused(() -> request.getParameter("id")));

    assertThat(post(server, "/body/x", FORM, "id=2&a=bcdef").body()).isEqualTo("taken");
    assertThat(post(server, "/body/x", FORM, "id=2&a=bcdefg").body()).isEqualTo("refused");
  }

  @Test
  void parts_are_the_containers() throws Exception {
    RawClient.Dialler server =
        serve(
            request -> {
              StringBuilder names = new StringBuilder();
              for (Part part : request.getParts()) {
                names.append(part.getName()).append(' ').append(part.getSize()).append(' ');
              }
              return names + "" + request.getPart("none");
            });
    String body =
        "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\nabc\r\n--b--\r\n";

    assertThat(post(server, "/fixed/x", "multipart/form-data; boundary=b", body).body())
        .isEqualTo("f 3 null");
  }

  @Test
  void body_that_was_read_has_no_parts() throws Exception {
    RawClient.Dialler server = serve(request -> refused(request::getParts));

    assertThat(post(server, "/body/x", JSON, BODY).body()).isEqualTo("refused");
  }

  // By a listener.

  @RepeatedTest(20) // on which threads the container tells of the rest is chance
  void listener_is_told_of_what_is_held_before_the_rest_comes() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    Signalling servlet = new Signalling(held);
    RoutingFilter filter = mode(RoutingFilter.builder(routing().router()).readAhead(0)).build();
    RawClient client = serve(filter, servlet).dial();
    client.send(head("POST /body/x", "Transfer-Encoding: chunked"));
    client.chunk("{\"id\":\"1\",");
    held.await();
    client.chunk("rest");
    servlet.rest.await();
    client.chunk("");

    assertThat(client.answer().body()).isEqualTo("{\"id\":\"1\",rest");
    assertThat(servlet.ends).isEqualTo(1);
  }

  /** Tells when it has read something, and reads on. */
  private static final class Signalling extends HttpServlet {

    private final transient CountDownLatch held;
    private final transient CountDownLatch rest = new CountDownLatch(1);
    private volatile int ends;

    Signalling(CountDownLatch held) {
      this.held = held;
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
              byte[] piece = new byte[7];
              while (in.isReady() && !in.isFinished()) {
                int count = in.read(piece);
                if (count > 0) {
                  body.write(piece, 0, count);
                  held.countDown();
                }
                if (body.toString(StandardCharsets.ISO_8859_1).endsWith("rest")) {
                  rest.countDown();
                }
              }
            }

            @Override
            public void onAllDataRead() throws IOException {
              ends = ends + 1;
              response.setContentLength(body.size());
              response.getOutputStream().write(body.toByteArray());
              context.complete();
            }

            @Override
            public void onError(Throwable failure) {
              context.complete();
            }
          });
    }
  }

  @Test
  void listener_is_told_once_of_a_body_that_is_held_whole() throws Exception {
    Echo.Async echo = new Echo.Async();
    RoutingFilter filter = mode(RoutingFilter.builder(routing().router())).build();

    assertThat(post(serve(filter, echo), "/body/x", JSON, json("1", 10)).status()).isEqualTo(200);

    assertThat(echo.calls).containsExactly("data some", "end true");
  }

  @Test
  void listener_of_a_request_without_a_body_is_told_of_the_end_alone() throws Exception {
    Echo.Async echo = new Echo.Async();
    RoutingFilter filter = mode(RoutingFilter.builder(routing().router())).build();

    assertThat(get(serve(filter, echo), "/query//x?id=1").status()).isEqualTo(200);

    assertThat(echo.calls).last().asString().startsWith("end");
    assertThat(echo.calls).doesNotContain("data some").hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void listener_needs_an_async_request_and_is_set_once() throws Exception {
    RawClient.Dialler server =
        serve(
            request -> {
              ServletInputStream in = request.getInputStream();
              ReadListener none = new NoListener();
              String early = refused(() -> in.setReadListener(none));
              AsyncContext context = request.startAsync();
              in.setReadListener(none);
              String twice = refused(() -> in.setReadListener(none));
              context.complete();
              return early + " " + twice;
            });

    assertThat(post(server, "/body/x", JSON, json("1", 10)).body()).isEqualTo("refused refused");
  }

  private static final class NoListener implements ReadListener {
    @Override
    public void onDataAvailable() {}

    @Override
    public void onAllDataRead() {}

    @Override
    public void onError(Throwable failure) {}
  }

  @Test
  void reader_on_another_thread_gets_everything_and_the_end() throws Exception {
    RoutingFilter filter = mode(RoutingFilter.builder(routing().router())).build();
    RawClient client = serve(filter, new Elsewhere()).dial();
    client.send(posted("/body/x", JSON, json("1", 3_000)));

    assertThat(client.answer().body()).isEqualTo(json("1", 3_000));
  }

  /** Reads on a thread of its own each time that it is told. */
  private static final class Elsewhere extends HttpServlet {

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      AsyncContext context = request.startAsync();
      ServletInputStream in = request.getInputStream();
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      in.setReadListener(
          new NoListenerBut() {
            @Override
            public void onDataAvailable() {
              new Thread(() -> readAll(in, body)).start();
            }

            @Override
            public void onAllDataRead() throws IOException {
              response.setContentLength(body.size());
              response.getOutputStream().write(body.toByteArray());
              context.complete();
            }
          });
    }

    private static void readAll(ServletInputStream in, ByteArrayOutputStream body) {
      try {
        byte[] piece = new byte[1_000];
        while (in.isReady() && !in.isFinished()) {
          int count = in.read(piece);
          if (count > 0) {
            body.write(piece, 0, count);
          }
        }
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  private abstract static class NoListenerBut implements ReadListener {
    @Override
    public void onError(Throwable failure) {}
  }

  @Test
  void failure_of_a_listener_is_told_to_it() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    RoutingFilter filter = mode(RoutingFilter.builder(routing().router())).build();
    RawClient.Dialler server =
        serve(
            filter,
            new HttpServlet() {
              @Override
              protected void service(HttpServletRequest request, HttpServletResponse response)
                  throws IOException {
                AsyncContext context = request.startAsync();
                request
                    .getInputStream()
                    .setReadListener(
                        new ReadListener() {
                          @Override
                          public void onDataAvailable() throws IOException {
                            throw new IOException("planted");
                          }

                          @Override
                          public void onAllDataRead() {}

                          @Override
                          public void onError(Throwable failure) {
                            told.countDown();
                            context.complete();
                          }
                        });
              }
            });

    post(server, "/body/x", JSON, json("1", 10));
    told.await();
  }
}
