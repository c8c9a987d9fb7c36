// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import com.alibaba.fastjson2.JSONPath;
import com.alibaba.fastjson2.JSONReader;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.turnout.extract.BodyScan;
import io.turnout.extract.BodySource;
import io.turnout.extract.Sources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One member of a JSON body of 64 KB, and not more of the body than that takes. The body scan and
 * Jackson's non-blocking parser get it in pieces of 8 KiB, the others whole.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // filled in before anything is measured
public class JsonBenchmark {

  private static final int BODY_BYTES = 64_000;
  private static final int PIECE_BYTES = 8 << 10;
  private static final int DEPTH = 32;
  private static final String NOTHING = "";

  /** Where in the body the member begins, in percent of its length. */
  @Param({"1", "99"})
  public int percent;

  private final JsonFactory factory = new JsonFactory();
  private final ObjectMapper mapper = new ObjectMapper(factory);
  private final JSONPath fastPath = JSONPath.of("$." + RuleText.BODY_MEMBER);
  private final List<BodySource> questions =
      List.of(Sources.json("/" + RuleText.BODY_MEMBER, Integer.MAX_VALUE));
  private byte[] body;
  private ByteBuffer[] pieces;

  /** Makes the body, and asserts that everybody finds the member. */
  @Setup
  public void setUp() throws IOException {
    String business = RouteTable.business(7);
    body = JsonBodies.of(BODY_BYTES, percent, business);
    pieces = new ByteBuffer[(body.length + PIECE_BYTES - 1) / PIECE_BYTES];
    for (int i = 0; i < pieces.length; i++) {
      int from = i * PIECE_BYTES;
      pieces[i] = ByteBuffer.wrap(body, from, Math.min(PIECE_BYTES, body.length - from)).slice();
    }
    Agreement.require("Turnout", percent, business, turnout());
    Agreement.require("fastjson2", percent, business, fastjson2());
    Agreement.require("Jackson's parser", percent, business, jacksonStreaming());
    Agreement.require("Jackson's non-blocking parser", percent, business, jacksonNonBlocking());
    Agreement.require("Jackson's tree", percent, business, jacksonTree());
  }

  /** The body scan, piece by piece. */
  @Benchmark
  public String turnout() {
    BodyScan scan = BodyScan.of(questions, DEPTH);
    for (int i = 0; i < pieces.length && scan.isUndecided(); i++) {
      scan.offer(pieces[i]);
    }
    return scan.result(0).value();
  }

  /** fastjson2's JSON path on the whole body. */
  @Benchmark
  public Object fastjson2() {
    try (JSONReader reader = JSONReader.of(body)) {
      return fastPath.extract(reader);
    }
  }

  /** Jackson's parser on the whole body. */
  @Benchmark
  public String jacksonStreaming() throws IOException {
    try (JsonParser parser = factory.createParser(body)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean asked = parser.currentName().equals(RuleText.BODY_MEMBER);
        parser.nextToken();
        if (asked) {
          return parser.getText();
        }
        parser.skipChildren();
      }
      return NOTHING;
    }
  }

  /** Jackson's non-blocking parser, piece by piece. */
  @Benchmark
  public String jacksonNonBlocking() throws IOException {
    try (JsonParser parser = factory.createNonBlockingByteArrayParser()) {
      ByteArrayFeeder feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
      int depth = 0;
      boolean asked = false;
      for (int from = 0; from < body.length; from += PIECE_BYTES) {
        feeder.feedInput(body, from, Math.min(from + PIECE_BYTES, body.length));
        JsonToken token;
        while ((token = parser.nextToken()) != JsonToken.NOT_AVAILABLE) {
          if (asked) {
            return parser.getText();
          }
          depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
          asked =
              depth == 1
                  && token == JsonToken.FIELD_NAME
                  && parser.currentName().equals(RuleText.BODY_MEMBER);
        }
      }
      return NOTHING;
    }
  }

  /** Jackson's tree of the whole body. */
  @Benchmark
  public String jacksonTree() throws IOException {
    return mapper.readTree(body).path(RuleText.BODY_MEMBER).textValue();
  }
}
