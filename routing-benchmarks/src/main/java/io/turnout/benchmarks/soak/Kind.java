// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks.soak;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What clients do to a gateway. */
enum Kind {
  /** Small requests, one after the other on a connection that stays open. */
  KEPT("kept connection", 4, 0.5) {
    @Override
    void play(Visit visit) throws IOException {
      Wire wire = visit.kept();
      wire.send("GET /small HTTP/1.1\r\nHost: soak\r\n" + visit.header() + "\r\n");
      visit.answered(wire, 0);
    }
  },
  /** A small request on a connection of its own. */
  NEW("new connection", 2, 0.3) {
    @Override
    void play(Visit visit) throws IOException {
      try (Wire wire = Wire.to(visit.port())) {
        wire.send(
            "GET /small HTTP/1.1\r\nHost: soak\r\nConnection: close\r\n" + visit.header() + "\r\n");
        visit.answered(wire, 0);
      }
    }
  },
  /** A body in chunks, in which the key stands. */
  CHUNKED("chunked, key in body", 2, 0.2) {
    @Override
    void play(Visit visit) throws IOException {
      String body = "{\"padding\":\"" + "x".repeat(2_000) + "\",\"id\":\"" + visit.key() + "\"}";
      StringBuilder text =
          new StringBuilder(
              "POST /body HTTP/1.1\r\nHost: soak\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (int from = 0; from < body.length(); from += 700) {
        String piece = body.substring(from, Math.min(body.length(), from + 700));
        text.append(Integer.toHexString(piece.length())).append("\r\n").append(piece);
        text.append("\r\n");
      }
      Wire wire = visit.kept();
      wire.send(text.append("0\r\n\r\n").toString());
      visit.answered(wire, body.length());
    }
  },
  /** A huge body to a cell. */
  UPLOAD("16 MiB to a cell", 1, 0) {
    @Override
    void play(Visit visit) throws IOException {
      Wire wire = visit.kept();
      wire.send(
          "PUT /huge HTTP/1.1\r\nHost: soak\r\n"
              + visit.header()
              + "Content-Length: "
              + HUGE
              + "\r\n\r\n");
      wire.sendBytes(HUGE);
      visit.answered(wire, HUGE);
    }
  },
  /** A huge body from a cell. */
  DOWNLOAD("16 MiB from a cell", 1, 0) {
    @Override
    void play(Visit visit) throws IOException {
      Wire wire = visit.kept();
      visit.ask(wire, HUGE);
      visit.skipped(wire, HUGE, HUGE, 0);
    }
  },
  /** A client that takes its time to read. */
  SLOW_READER("slow reader", 8, 0) {
    @Override
    void play(Visit visit) throws IOException {
      try (Wire wire = new Wire(visit.port(), 8 << 10)) {
        visit.ask(wire, LARGE);
        visit.skipped(wire, LARGE, LARGE / SLOW_STEPS, SLOW_PAUSE_MILLIS);
      }
    }
  },
  /** A client that takes its time to send. */
  SLOW_WRITER("slow writer", 4, 0) {
    @Override
    void play(Visit visit) throws IOException {
      Wire wire = visit.kept();
      wire.send(
          "PUT /slow HTTP/1.1\r\nHost: soak\r\n"
              + visit.header()
              + "Content-Length: "
              + LARGE
              + "\r\n\r\n");
      for (int step = 0; step < SLOW_STEPS; step++) {
        pause(SLOW_PAUSE_MILLIS);
        wire.sendBytes(LARGE / SLOW_STEPS);
      }
      visit.answered(wire, LARGE);
    }
  },
  /** A client that goes away in the middle: of its head, of its body, of the answer. */
  RESET("reset", 2, 0.05) {
    @Override
    void play(Visit visit) throws IOException {
      Wire wire = Wire.to(visit.port());
      switch (ThreadLocalRandom.current().nextInt(3)) {
        case 0 -> wire.send("GET /small HTTP/1.1\r\nHost: so");
        case 1 -> {
          wire.send(
              "PUT /huge HTTP/1.1\r\nHost: soak\r\n"
                  + visit.header()
                  + "Content-Length: 100000\r\n\r\n");
          wire.sendBytes(50_000);
        }
        default -> {
          visit.ask(wire, LARGE);
          wire.head();
        }
      }
      wire.reset();
    }
  };

  private static final long HUGE = 16L << 20;
  private static final long LARGE = 512L << 10;
  private static final int SLOW_STEPS = 32;
  private static final long SLOW_PAUSE_MILLIS = 150;

  private final String text;
  private final int clients;
  private final double share;

  /**
   * A kind.
   *
   * @param clients how many do it at once
   * @param share what part of the rate it is; 0: each client does it every two seconds at most
   */
  Kind(String text, int clients, double share) {
    this.text = text;
    this.clients = clients;
    this.share = share;
  }

  abstract void play(Visit visit) throws IOException;

  String text() {
    return text;
  }

  int clients() {
    return clients;
  }

  /** Whether it is over in no time where nothing is wrong. */
  boolean isSmall() {
    return share > 0 && this != RESET;
  }

  /** How long lies between two beginnings of one client, in nanoseconds, at so many a second. */
  long intervalNanos(int perSecond) {
    return share == 0
        ? TimeUnit.SECONDS.toNanos(2)
        : (long) (TimeUnit.SECONDS.toNanos(1) * clients / (share * perSecond));
  }

  private static void pause(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** One client at its work. For one thread. */
  static final class Visit implements AutoCloseable {

    private final int port;
    private final Keys keys;
    private @Nullable Wire kept;
    private String key = "";

    Visit(int port, Keys keys) {
      this.port = port;
      this.keys = keys;
    }

    /** Begins with another key. */
    void next() {
      key = keys.random();
    }

    int port() {
      return port;
    }

    String key() {
      return key;
    }

    String header() {
      return "X-Id: " + key + "\r\n";
    }

    /** The connection that this client keeps. */
    Wire kept() throws IOException {
      if (kept == null) {
        kept = Wire.to(port);
      }
      return kept;
    }

    void ask(Wire wire, long bytes) throws IOException {
      wire.send(
          "GET " + SoakCells.BYTES + bytes + " HTTP/1.1\r\nHost: soak\r\n" + header() + "\r\n");
    }

    /** Reads an answer, which must come from the right cell and say how long the body was. */
    void answered(Wire wire, long sent) throws IOException {
      Wire.Head head = wire.head();
      String body = wire.text(head.length());
      if (!isRight(head) || !body.equals(Long.toString(sent))) {
        throw new IOException("key " + key + " was answered " + head + " with " + shown(body));
      }
    }

    void skipped(Wire wire, long bytes, long step, long pauseMillis) throws IOException {
      Wire.Head head = wire.head();
      if (!isRight(head) || head.length() != bytes) {
        throw new IOException("key " + key + " was answered " + head);
      }
      for (long left = bytes; left > 0; left -= step) {
        wire.skip(Math.min(step, left));
        if (pauseMillis > 0) {
          pause(pauseMillis);
        }
      }
    }

    private boolean isRight(Wire.Head head) {
      return head.status() == 200 && head.cell().equals(keys.cell(key));
    }

    private static String shown(String body) {
      return body.length() <= 100 ? body : body.substring(0, 100) + "...";
    }

    /** Forgets the kept connection. */
    @Override
    public void close() {
      try {
        if (kept != null) {
          kept.close();
        }
      } catch (IOException e) {
        // It is gone anyway.
      }
      kept = null;
    }
  }
}
