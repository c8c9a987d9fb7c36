// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.CellRouter;
import io.turnout.Handover;
import io.turnout.RoutingAttempt;
import io.turnout.conformance.WrittenRequest.Field;
import io.turnout.conformance.contract.HttpInput.Head;
import io.turnout.decision.Outcome;
import io.turnout.decision.RouteDecision;
import io.turnout.protocol.HeaderField;
import io.turnout.protocol.TurnoutHeaders;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** The smallest adapter that keeps its contract, a thread for each connection, and its bugs. */
final class PlantedAdapter implements AdapterServer {

  private static final int WATCH_MILLIS = 1;
  private static final int CUT_BYTES = 1 << 20;

  private final CellRouter router;
  private final Upstream upstream;
  private final Bug bug;
  private final ServerSocket server;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile String lastBody = "";

  /** What it does wrong, and the test that has to find it. */
  enum Bug {
    NONE(""),
    JOINS_LINES("fixtures"),
    SWAPS_ANSWERS("pipelinedRequests_areAnsweredInOrder"),
    CONTINUES_TWICE("expectation_isMetWhenTheBodyIsWanted"),
    CONTINUES_ALWAYS("expectation_isNotMetWhereTheRequestIsRejected"),
    SENDS_BODIES_TO_HEAD("bodilessAnswers_keepTheConnection"),
    KEEPS_TRAILERS("trailers_areWithoutThoseOfTurnout"),
    KEEPS_UNDERSCORES("forgedFieldsOfRequests_endHere"),
    KEEPS_FIELDS_OF_ANSWERS("forgedFieldsOfAnswers_endHere"),
    TEACHES_NOBODY("teaching_isForProvenRouters"),
    BELIEVES_NOBODY("saying_isBelievedOfProvenRouters"),
    LEARNS_NOTHING("lessons_areTakenFromTheAuthorityTier"),
    NEVER_SENDS_AGAIN("wrongCell_isCorrectedOnce"),
    ALWAYS_SENDS_AGAIN("wrongCell_withoutABetterOne_isTold"),
    FORWARDS_HALF_BODIES("clientThatLeavesWhileItSends_leavesNothingBehind"),
    WATCHES_NOBODY("clientThatLeavesWhileItWaits_leavesNothingBehind"),
    CUTS_LONG_BODIES("largeBody_withALateDecision_arrivesWhole"),
    LOSES_COOKIES("cookies_goOutOnce"),
    KEEPS_COOKIES_OF_WRONG_CELLS("cookiesOfAWrongCell_areDroppedAlone"),
    ADDS_TO_SIGNATURES("signature_takesThePlaceOfTheClients"),
    TAKES_A_CLIENTS_WORD("tags_areThoseOfTheProvenClient"),
    CLOSES_AFTER_REJECTIONS("rejection_leavesTheConnectionInStep"),
    MIXES_CLIENTS("manyClients_getTheirOwnAnswers");

    final String finder;

    Bug(String finder) {
      this.finder = finder;
    }
  }

  PlantedAdapter(CellRouter router, Upstream upstream, Bug bug) throws IOException {
    this.router = router;
    this.upstream = upstream;
    this.bug = bug;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "planted-adapter");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public int port() {
    return server.getLocalPort();
  }

  @Override
  public void stop() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        start(() -> serve(socket));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      Client client = new Client(socket);
      while (client.exchange()) {
        // The next one.
      }
    } catch (IOException | ExecutionException | InterruptedException over) {
      // The client is gone, or the test is over.
    }
  }

  private static String text(byte[] bytes, int count) {
    return new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
  }

  /** An answer as it is written. */
  private record Answer(Head head, HttpInput.Body body) {

    int status() {
      return Integer.parseInt(head.word(1));
    }

    Answer withoutCookies() {
      List<Field> others =
          head.fields().stream()
              .filter(field -> !field.name().equalsIgnoreCase("Set-Cookie"))
              .toList();
      return new Answer(new Head(head.line(), others), body);
    }
  }

  /** One connection of a client. */
  private final class Client {

    private final Socket socket;
    private final BufferedInputStream raw;
    private final HttpInput in;
    private String kept = "";

    Client(Socket socket) throws IOException {
      this.socket = socket;
      raw = new BufferedInputStream(socket.getInputStream());
      in = new HttpInput(raw);
    }

    private void write(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
    }

    /** Serves one request; whether there may be another. */
    boolean exchange() throws IOException, ExecutionException, InterruptedException {
      Head head = in.head();
      Incoming body = new Incoming(raw, in, head);
      boolean waits = head.all("expect").contains("100-continue");
      List<Field> shown =
          bug == Bug.BELIEVES_NOBODY ? Fields.endToEnd(head.fields()) : head.fields();
      RoutingAttempt attempt = router.begin(new PlantedHead(head, joined(shown), peer(head)));
      StringBuilder held = new StringBuilder();
      if (waits && (attempt.needsBody() || bug == Bug.CONTINUES_ALWAYS)) {
        write("HTTP/1.1 100 Continue\r\n\r\n");
        waits = bug == Bug.CONTINUES_TWICE;
      }
      while (attempt.needsBody()) {
        String piece = body.next();
        if (piece.isEmpty()) {
          attempt.end();
        } else {
          held.append(piece);
          attempt.offer(ByteBuffer.wrap(piece.getBytes(StandardCharsets.ISO_8859_1)));
        }
      }
      RouteDecision decision = attempt.decision().toCompletableFuture().get();
      if (decision.outcome() == Outcome.REJECT) {
        return reject(decision, body);
      }
      if (waits) {
        write("HTTP/1.1 100 Continue\r\n\r\n");
      }
      readRest(body, held);
      answer(head, decision, forward(head, shown, decision, held.toString()));
      return true;
    }

    private InetSocketAddress peer(Head head) {
      List<String> claimed = head.all("x-forwarded-for");
      return bug == Bug.TAKES_A_CLIENTS_WORD && !claimed.isEmpty()
          ? new InetSocketAddress(claimed.get(0).split(",", 2)[0], 1)
          : (InetSocketAddress) socket.getRemoteSocketAddress();
    }

    private List<Field> joined(List<Field> fields) {
      if (bug != Bug.JOINS_LINES) {
        return fields;
      }
      List<Field> joined = new ArrayList<>();
      Fields.byName(fields).forEach((name, v) -> joined.add(new Field(name, String.join(", ", v))));
      return joined;
    }

    private void readRest(Incoming body, StringBuilder held) throws IOException {
      try {
        for (String piece = body.next(); !piece.isEmpty(); piece = body.next()) {
          held.append(piece);
        }
      } catch (IOException gone) {
        if (bug != Bug.FORWARDS_HALF_BODIES) {
          throw gone;
        }
      }
      if (bug == Bug.CUTS_LONG_BODIES && held.length() > CUT_BYTES) {
        held.setLength(CUT_BYTES);
      }
    }

    private boolean reject(RouteDecision decision, Incoming body) throws IOException {
      boolean open = body.ended();
      String close = open ? "" : "Connection: close\r\n";
      flush(
          "HTTP/1.1 "
              + decision.status().orElseThrow()
              + " No\r\n"
              + taught(decision)
              + close
              + "Content-Length: 0\r\n\r\n");
      if (!open) {
        socket.shutdownOutput();
        in.drain();
      }
      return open && bug != Bug.CLOSES_AFTER_REJECTIONS;
    }

    private String taught(RouteDecision decision) {
      return bug == Bug.TEACHES_NOBODY
          ? ""
          : router
              .teaching(decision)
              .map(field -> field.name() + ": " + field.value() + "\r\n")
              .orElse("");
    }

    private String cookies(RouteDecision decision) {
      if (bug == Bug.LOSES_COOKIES) {
        return "";
      }
      List<Field> fields =
          decision.setCookies().stream().map(value -> new Field("Set-Cookie", value)).toList();
      return Fields.lines(fields);
    }

    private Answer forward(Head head, List<Field> shown, RouteDecision decision, String body)
        throws IOException, ExecutionException, InterruptedException {
      Answer answer = ask(head, shown, decision, body);
      if (decision.outcome() != Outcome.CELL
          || bug == Bug.NEVER_SENDS_AGAIN
          || !TurnoutHeaders.isWrongCell(answer.status(), answer.head()::all)) {
        return answer;
      }
      Optional<RouteDecision> better = router.correct(decision).toCompletableFuture().get();
      if (bug == Bug.KEEPS_COOKIES_OF_WRONG_CELLS) {
        return better.isEmpty() ? answer : ask(head, shown, better.get(), body);
      }
      if (bug == Bug.ALWAYS_SENDS_AGAIN) {
        return ask(head, shown, better.orElse(decision), body);
      }
      return better.isEmpty() ? answer.withoutCookies() : ask(head, shown, better.get(), body);
    }

    private Answer ask(Head head, List<Field> shown, RouteDecision decision, String body)
        throws IOException, ExecutionException, InterruptedException {
      List<Field> fields = new ArrayList<>();
      if (bug == Bug.KEEPS_UNDERSCORES) {
        head.fields().stream().filter(field -> field.name().contains("_")).forEach(fields::add);
      }
      fields.addAll(Fields.endToEnd(head.fields()));
      Optional<Handover> handover = Optional.empty();
      if (decision.outcome() == Outcome.AUTHORITY) {
        Handover begun =
            router.handOver(new PlantedHead(head, joined(shown), peer(head)), decision);
        for (HeaderField field : begun.fields()) {
          if (bug != Bug.ADDS_TO_SIGNATURES) {
            fields.removeIf(theirs -> theirs.name().equalsIgnoreCase(field.name()));
          }
          fields.add(new Field(field.name(), field.value()));
        }
        handover = Optional.of(begun);
      }
      InetSocketAddress place = decision.cell().map(upstream::cell).orElseGet(upstream::authority);
      try (Socket out = new Socket(place.getAddress(), place.getPort())) {
        String length = "Content-Length: " + body.length() + "\r\n\r\n";
        String text = head.line() + "\r\n" + Fields.lines(fields) + length + body;
        out.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        Answer answer = await(out, head.word(0));
        if (bug != Bug.LEARNS_NOTHING) {
          handover.ifPresent(begun -> begun.learn(answer.head()::all));
        }
        return answer;
      }
    }

    /** Waits for an answer, as long as the client does. */
    private Answer await(Socket out, String method)
        throws IOException, ExecutionException, InterruptedException {
      HttpInput answers = new HttpInput(new BufferedInputStream(out.getInputStream()));
      FutureTask<Answer> reading =
          new FutureTask<>(
              () -> {
                Head head = answers.head();
                return new Answer(head, answers.bodyOfAnswer(head, method));
              });
      start(reading);
      while (!reading.isDone() && bug != Bug.WATCHES_NOBODY && raw.available() == 0) {
        if (isGone()) {
          throw new IOException("the client is gone");
        }
      }
      return reading.get();
    }

    private boolean isGone() throws IOException {
      socket.setSoTimeout(WATCH_MILLIS);
      raw.mark(1);
      try {
        return raw.read() < 0;
      } catch (SocketTimeoutException stillThere) {
        return false;
      } finally {
        raw.reset();
        socket.setSoTimeout(0);
      }
    }

    private void answer(Head head, RouteDecision decision, Answer answer) throws IOException {
      List<Field> fields =
          bug == Bug.KEEPS_FIELDS_OF_ANSWERS
              ? answer.head().fields().stream()
                  .filter(field -> Fields.lower(field.name()).startsWith("turnout"))
                  .toList()
              : List.of();
      String body = answer.body().text();
      if (bug == Bug.MIXES_CLIENTS) {
        String mine = body;
        body = lastBody.length() == mine.length() ? lastBody : mine;
        lastBody = mine;
      }
      boolean bodiless =
          head.word(0).equals("HEAD") || answer.status() == 204 || answer.status() == 304;
      boolean trailing = bug == Bug.KEEPS_TRAILERS && !answer.body().trailers().isEmpty();
      String measure =
          bodiless
              ? ""
              : trailing
                  ? "Transfer-Encoding: chunked\r\n"
                  : "Content-Length: " + body.length() + "\r\n";
      String sent = bug == Bug.SENDS_BODIES_TO_HEAD && bodiless ? "oops" : body;
      if (trailing) {
        sent =
            Integer.toHexString(body.length())
                + "\r\n"
                + body
                + "\r\n0\r\n"
                + Fields.lines(answer.body().trailers())
                + "\r\n";
      }
      flush(
          answer.head().line()
              + "\r\n"
              + Fields.lines(fields)
              + Fields.lines(Fields.endToEnd(answer.head().fields()))
              + taught(decision)
              + cookies(decision)
              + measure
              + "\r\n"
              + sent);
    }

    private void flush(String answer) throws IOException {
      if (bug == Bug.SWAPS_ANSWERS && kept.isEmpty() && raw.available() > 0) {
        kept = answer;
        return;
      }
      write(answer + kept);
      kept = "";
    }
  }

  /** A body as it comes in. */
  private static final class Incoming {

    private final BufferedInputStream raw;
    private final HttpInput in;
    private final boolean chunked;
    private int left;
    private boolean over;

    Incoming(BufferedInputStream raw, HttpInput in, Head head) {
      this.raw = raw;
      this.in = in;
      chunked = !head.all("transfer-encoding").isEmpty();
      left = head.all("content-length").stream().mapToInt(Integer::parseInt).findFirst().orElse(0);
      over = !chunked && left == 0;
    }

    boolean ended() {
      return over;
    }

    /** The next piece; empty at the end. */
    String next() throws IOException {
      if (over) {
        return "";
      }
      if (chunked) {
        int size = Integer.parseInt(in.line(), 16);
        String piece = text(in.bytes(size), size);
        in.line();
        over = size == 0;
        return piece;
      }
      byte[] piece = new byte[Math.min(left, 1 << 16)];
      int count = raw.read(piece);
      if (count < 0) {
        throw new IOException("the client is gone");
      }
      left -= count;
      over = left == 0;
      return text(piece, count);
    }
  }
}
