// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import io.turnout.spi.RouteEntry;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Keys and announcements of all kinds. */
final class RandomRoutes {

  private static final String NAME = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int[] ODD = {
    ' ', '"', '\\', '%', ';', ',', '=', '(', ':', '/', '.', '?', '#', '~', '+', 0xe9, 0x301, 0x20ac,
    0x1f680, 0xff0d, 0x10ffff
  };

  private final Random random;

  RandomRoutes(Random random) {
    this.random = random;
  }

  RouteKey key() {
    return new RouteKey(name(), value());
  }

  String name() {
    StringBuilder name = new StringBuilder();
    for (int length = 1 + random.nextInt(random.nextInt(8) == 0 ? 63 : 8); length > 0; length--) {
      name.append(NAME.charAt(random.nextInt(NAME.length())));
    }
    return name.toString();
  }

  private String value() {
    StringBuilder value = new StringBuilder();
    int length = 1 + random.nextInt(random.nextInt(4) == 0 ? 256 : 12);
    for (int i = 0; i < length; i++) {
      int c = random.nextInt(3) == 0 ? ODD[random.nextInt(ODD.length)] : 0x20 + random.nextInt(95);
      value.appendCodePoint(c);
    }
    while (!RouteKey.isValue(value.toString())) {
      value.setLength(value.length() - 1);
    }
    return value.toString();
  }

  RouteAnnouncement announcement() {
    Optional<String> cell = random.nextInt(3) == 0 ? Optional.empty() : Optional.of(name());
    long version = random.nextBoolean() ? random.nextInt(100) : random.nextLong(versions());
    Duration expire = life();
    return new RouteAnnouncement(key(), cell, version, life(), expire);
  }

  private static long versions() {
    return RouteEntry.MAX_VERSION + 1;
  }

  private Duration life() {
    return switch (random.nextInt(5)) {
      case 0 -> Duration.ZERO;
      case 1 -> Duration.ofMillis(random.nextInt(2_000));
      case 2 -> RouteAnnouncement.LONGEST_LIFE;
      case 3 -> Duration.ofMillis(random.nextLong(RouteAnnouncement.LONGEST_LIFE.toMillis()));
      default -> Duration.ofSeconds(random.nextInt(100_000));
    };
  }

  /** As many announcements, of different keys. */
  List<RouteAnnouncement> announcements(int count) {
    Map<RouteKey, RouteAnnouncement> all = new LinkedHashMap<>();
    while (all.size() < count) {
      RouteAnnouncement one = announcement();
      all.put(one.key(), one);
    }
    return new ArrayList<>(all.values());
  }
}
