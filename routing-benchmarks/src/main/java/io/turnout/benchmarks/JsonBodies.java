// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** JSON bodies as a webhook sends them, generated from a seed. */
final class JsonBodies {

  private static final String[] CURRENCIES = {"EUR", "USD", "GBP", "JPY"};
  private static final String[] NOTES = {
    "thank you for your order",
    "deliver to \\\"reception\\\"",
    "caf\u00e9 No. 7",
    "line\\nbreak",
    ""
  };

  private JsonBodies() {}

  /**
   * An object of about {@code bytes} bytes whose member {@value RuleText#BODY_MEMBER} begins about
   * {@code percent} of the way in, between two long lists of objects.
   */
  static byte[] of(int bytes, int percent, String business) {
    Random random = new Random(RouteTable.SEED);
    StringBuilder json = new StringBuilder("{\"id\":\"evt_5c41\",\"before\":[");
    fill(json, (int) ((long) bytes * percent / 100), random);
    json.append("],\"").append(RuleText.BODY_MEMBER).append("\":\"").append(business);
    json.append("\",\"after\":[");
    fill(json, bytes - 2, random);
    return json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void fill(StringBuilder json, int length, Random random) {
    String separator = "";
    while (json.length() < length) {
      json.append(separator).append(line(random));
      separator = ",";
    }
  }

  private static String line(Random random) {
    return "{\"sku\":\"%08x\",\"quantity\":%d,\"price\":{\"amount\":%d.%02d,\"currency\":\"%s\"},\"gift\":%s,\"note\":\"%s\"}"
        .formatted(
            random.nextInt(),
            1 + random.nextInt(20),
            random.nextInt(1_000),
            random.nextInt(100),
            CURRENCIES[random.nextInt(CURRENCIES.length)],
            random.nextBoolean(),
            NOTES[random.nextInt(NOTES.length)]);
  }
}
