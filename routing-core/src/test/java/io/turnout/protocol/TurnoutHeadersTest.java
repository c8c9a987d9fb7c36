// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.Seeds;
import io.turnout.client.AddressText;
import io.turnout.spi.RouteKey;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TurnoutHeadersTest {

  private static final String GOOD =
      "\"business:1\";cell=\"us-1\";fresh-for=300;expire-after=86400;version=17";
  private static final RouteAnnouncement TOLD =
      new RouteAnnouncement(
          new RouteKey("business", "1"),
          Optional.of("us-1"),
          17,
          Duration.ofMinutes(5),
          Duration.ofDays(1));

  private static FieldReading<List<RouteAnnouncement>> read(String... lines) {
    return TurnoutHeaders.readRoutes(Arrays.asList(lines));
  }

  private static void ignored(FieldMistake mistake, String... lines) {
    assertThat(read(lines).mistake()).hasValue(mistake);
    assertThat(read(lines).value()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Turnout-Route", "turnout-", "TURNOUT-KEY", "turnout_route", "Turnout_x"})
  void names_areTheirs_howeverSpelt(String name) {
    assertThat(TurnoutHeaders.isTurnout(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "turnout", "X-Turnout-Route", "Turnouts-Key", "turno\u0131t-x"})
  void otherNames_areNot(String name) {
    assertThat(TurnoutHeaders.isTurnout(name)).isFalse();
  }

  @Test
  void namesAmongOthers_areFoundAsTheyAreSpelt() {
    assertThat(TurnoutHeaders.among(List.of("Host", "TURNOUT_key", "Turnout-Hops", "X")))
        .containsExactly("TURNOUT_key", "Turnout-Hops");
  }

  @Test
  void route_isWrittenAsTheProtocolSays() {
    assertThat(TurnoutHeaders.writeRoutes(List.of(TOLD))).isEqualTo(GOOD);
    RouteAnnouncement unknown =
        new RouteAnnouncement(
            new RouteKey("email", "50%\u20ac"),
            Optional.empty(),
            0,
            Duration.ofMillis(250),
            Duration.ofMillis(1_500));
    assertThat(TurnoutHeaders.writeRoutes(List.of(TOLD, unknown)))
        .isEqualTo(GOOD + ", \"email:50%25%E2%82%AC\";fresh-for=0.25;expire-after=1.5;version=0");
  }

  @Test
  void lives_areRoundedDown() {
    Duration life = Duration.ofNanos(1_234_999_999);
    RouteAnnouncement told = new RouteAnnouncement(TOLD.key(), TOLD.cell(), 1, life, life);
    assertThat(TurnoutHeaders.writeRoutes(List.of(told))).contains("fresh-for=1.234;");
    Duration little = Duration.ofMillis(28);
    told = new RouteAnnouncement(TOLD.key(), TOLD.cell(), 1, little, little);
    assertThat(TurnoutHeaders.writeRoutes(List.of(told))).contains("fresh-for=0.028;");
  }

  @Test
  void tooManyRoutes_areNotWritten() {
    assertThatThrownBy(() -> TurnoutHeaders.writeRoutes(List.of()))
        .hasMessageContaining("0 routes must be 1 to 16");
    assertThatThrownBy(
            () -> TurnoutHeaders.writeRoutes(new RandomRoutes(new Random(1)).announcements(17)))
        .hasMessageContaining("17 routes must be 1 to 16");
  }

  @Test
  void routes_areReadAsTheyWereWritten() {
    Seeds.each(
        2_000,
        random -> {
          List<RouteAnnouncement> told =
              new RandomRoutes(random).announcements(1 + random.nextInt(TurnoutHeaders.MAX_ROUTES));
          String written = TurnoutHeaders.writeRoutes(told);
          assertThat(written).hasSizeLessThanOrEqualTo(TurnoutHeaders.MAX_CHARS);
          assertThat(written).matches("[ -~]+");
          assertThat(read(written).value()).as(written).hasValue(told);
        });
  }

  @Test
  void longestRoutes_fitOneField() {
    List<RouteAnnouncement> told =
        IntStream.range(0, TurnoutHeaders.MAX_ROUTES)
            .mapToObj(
                i ->
                    new RouteAnnouncement(
                        new RouteKey("n".repeat(63), "%".repeat(255) + (char) ('a' + i)),
                        Optional.of("c".repeat(63)),
                        999_999_999_999_999L,
                        RouteAnnouncement.LONGEST_LIFE.minusMillis(1),
                        RouteAnnouncement.LONGEST_LIFE.minusMillis(1)))
            .toList();
    assertThat(read(TurnoutHeaders.writeRoutes(told)).value()).hasValue(told);
  }

  @Test
  void differentKeys_neverLookAlike() {
    RouteKey plain = new RouteKey("b", "%41");
    RouteKey letter = new RouteKey("b", "A");
    assertThat(keyOf("\"b:%2541\"")).isEqualTo(plain);
    assertThat(keyOf("\"b:%41\"")).isEqualTo(letter);
    assertThat(keyOf("\"b:A\"")).isEqualTo(letter);
  }

  private static RouteKey keyOf(String written) {
    String parameters = ";fresh-for=1;expire-after=1;version=1";
    return read(written + parameters).value().orElseThrow().get(0).key();
  }

  @Test
  void severalLines_areOneList() {
    String other = GOOD.replace("business:1", "business:2");
    assertThat(read(GOOD, other).value().orElseThrow())
        .isEqualTo(read(GOOD + ",\t" + other).value().orElseThrow())
        .hasSize(2);
    assertThat(read("", GOOD, " ").value()).hasValue(List.of(TOLD));
    ignored(FieldMistake.SYNTAX, GOOD.substring(0, 5), GOOD.substring(5));
  }

  @Test
  void missingField_isNeitherReadNorAMistake() {
    assertThat(read()).isEqualTo(FieldReading.absent());
    assertThat(read("", " ")).isEqualTo(FieldReading.absent());
  }

  @Test
  void parametersOfOtherNames_arePassedOver() {
    assertThat(read(GOOD + ";region=\"x\";beta").value()).hasValue(List.of(TOLD));
  }

  @Test
  void freshLifeBeyondTheEnd_isCutOff() {
    RouteAnnouncement told =
        read(GOOD.replace("fresh-for=300", "fresh-for=90000")).value().orElseThrow().get(0);
    assertThat(told.freshFor()).isEqualTo(told.expireAfter());
  }

  @Test
  void oneBadMember_spoilsAll() {
    ignored(FieldMistake.OUT_OF_BOUNDS, GOOD, GOOD.replace("business:1", "business"));
    ignored(FieldMistake.REPEATED, GOOD, GOOD);
    ignored(FieldMistake.REPEATED, GOOD, GOOD.replace(":1", ":%31").replace("=17", "=18"));
  }

  @Test
  void truncatedField_isIgnored() {
    for (int end = 1; end < GOOD.length(); end++) {
      String cut = GOOD.substring(0, end);
      boolean whole = cut.matches(".*version=[0-9]+");
      assertThat(read(cut).value().isPresent()).as(cut).isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "version=17|version=17;version=17|REPEATED",
        "version=17|version=17;x;x|REPEATED",
        "cell=\"us-1\"|cell=us-1|WRONG_TYPE",
        "cell=\"us-1\"|cell=?1|WRONG_TYPE",
        "cell=\"us-1\"|cell|WRONG_TYPE",
        "cell=\"us-1\"|cell=\"\"|OUT_OF_BOUNDS",
        "cell=\"us-1\"|cell=\"US\"|OUT_OF_BOUNDS",
        "cell=\"us-1\"|cell=\"us%zz\"|SYNTAX",
        "\"business:1\"|business:1|WRONG_TYPE",
        "\"business:1\"|17|WRONG_TYPE",
        "\"business:1\"|(\"business:1\")|WRONG_TYPE",
        "\"business:1\"|:YnVzaW5lc3M6MQ==:|WRONG_TYPE",
        "\"business:1\"|\"business\"|OUT_OF_BOUNDS",
        "\"business:1\"|\"business:\"|OUT_OF_BOUNDS",
        "\"business:1\"|\"Business:1\"|OUT_OF_BOUNDS",
        "\"business:1\"|\"business:%00\"|OUT_OF_BOUNDS",
        "\"business:1\"|\"business:%ff\"|SYNTAX",
        "\"business:1\"|\"business:%C0%80\"|SYNTAX",
        "\"business:1\"|\"business:%\"|SYNTAX",
        "\"business:1\"|\"business:%4\"|SYNTAX",
        "\"business:1\"|\"business:\u00e9\"|SYNTAX",
        "\"business:1\"|\"business:\u20ac\"|SYNTAX",
        "\"business:1\"|%\"business:1\"|SYNTAX",
        "fresh-for=300|fresh-for=-1|OUT_OF_BOUNDS",
        "fresh-for=300|fresh-for=-0.001|OUT_OF_BOUNDS",
        "fresh-for=300|fresh-for=\"300\"|WRONG_TYPE",
        "fresh-for=300|fresh-for=1.|SYNTAX",
        "fresh-for=300|fresh-for=1.0001|SYNTAX",
        "fresh-for=300|fresh-for=1e3|SYNTAX",
        "fresh-for=300|fresh-for|WRONG_TYPE",
        ";fresh-for=300||MISSING",
        ";expire-after=86400||MISSING",
        ";version=17||MISSING",
        "expire-after=86400|expire-after=1576800001|OUT_OF_BOUNDS",
        "expire-after=86400|expire-after=999999999999.999|OUT_OF_BOUNDS",
        "expire-after=86400|expire-after=999999999999999|OUT_OF_BOUNDS",
        "expire-after=86400|expire-after=9999999999999999|SYNTAX",
        "version=17|version=1.0|WRONG_TYPE",
        "version=17|version=-1|OUT_OF_BOUNDS",
        "version=17|version=9999999999999999999999|SYNTAX",
        "version=17|version=17,|SYNTAX",
        "version=17|version=17;|SYNTAX",
        "version=17|VERSION=17|SYNTAX",
        "version=17|version=17 x|SYNTAX",
        "version=17|version=@17|SYNTAX",
      })
  void hostileField_isIgnored(String from, String to, FieldMistake mistake) {
    assertThat(GOOD).contains(from);
    ignored(mistake, GOOD.replace(from, to == null ? "" : to));
  }

  @Test
  void lengthAndNumbers_areBounded() {
    String padding = ";x=\"" + "a".repeat(TurnoutHeaders.MAX_CHARS - GOOD.length() - 5) + "\"";
    assertThat(GOOD + padding).hasSize(TurnoutHeaders.MAX_CHARS);
    assertThat(read(GOOD + padding).value()).hasValue(List.of(TOLD));
    ignored(FieldMistake.TOO_LONG, GOOD + padding + " ");
    ignored(FieldMistake.TOO_LONG, GOOD, padding + " ");
    String many =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "\"b:" + i + "\"")
            .collect(Collectors.joining(","));
    ignored(FieldMistake.TOO_LONG, many);
    ignored(FieldMistake.TOO_MANY, many.substring(0, 16_000));
    assertThat(read(members(16)).value().orElseThrow()).hasSize(16);
    ignored(FieldMistake.TOO_MANY, members(17));
    assertThat(read(GOOD + ";a;b;c;d").value()).isPresent();
    assertThat(read(GOOD + ";a;b;c;d;e".repeat(30)).mistake()).hasValue(FieldMistake.TOO_MANY);
  }

  private static String members(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> GOOD.replace(":1", ":" + i))
        .collect(Collectors.joining(", "));
  }

  @Test
  void key_isReadAsItWasWritten() {
    Seeds.each(
        1_000,
        random -> {
          RandomRoutes routes = new RandomRoutes(random);
          HandedKey handed =
              new HandedKey(
                  routes.key(),
                  routes.key().value(),
                  random.nextBoolean() ? Optional.empty() : Optional.of(routes.name()));
          String written = TurnoutHeaders.writeKey(handed).orElseThrow();
          assertThat(TurnoutHeaders.readKey(List.of(written)).value()).as(written).hasValue(handed);
        });
    HandedKey longName = new HandedKey(TOLD.key(), "\u20ac".repeat(4_000), Optional.empty());
    assertThat(TurnoutHeaders.writeKey(longName)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"business:1\"|MISSING",
        "\"business:1\";rule=x|WRONG_TYPE",
        "\"business:1\";rule=\"\"|OUT_OF_BOUNDS",
        "\"business:1\";rule=\"x\";rule=\"y\"|REPEATED",
        "\"business:1\";rule=\"x\";rules=1|WRONG_TYPE",
        "\"business:1\";rule=\"x\",\"business:2\";rule=\"x\"|SYNTAX",
        "\"business\";rule=\"x\"|OUT_OF_BOUNDS",
        "business;rule=\"x\"|WRONG_TYPE",
      })
  void hostileKey_isIgnored(String written, FieldMistake mistake) {
    assertThat(TurnoutHeaders.readKey(List.of(written)).mistake()).hasValue(mistake);
    String good = "\"business:1\";rule=\"x\"";
    assertThat(TurnoutHeaders.readKey(List.of(good, good)).mistake())
        .hasValue(FieldMistake.REPEATED);
  }

  @Test
  void reason_isAToken() {
    assertThat(TurnoutHeaders.writeReason("body-limit")).isEqualTo("body-limit");
    assertThat(TurnoutHeaders.readReason(List.of("body-limit")).value()).hasValue("body-limit");
    assertThat(TurnoutHeaders.readReason(List.of("\"miss\"")).mistake())
        .hasValue(FieldMistake.WRONG_TYPE);
    assertThat(TurnoutHeaders.readReason(List.of("Miss")).mistake())
        .hasValue(FieldMistake.OUT_OF_BOUNDS);
    assertThat(TurnoutHeaders.readReason(List.of())).isEqualTo(FieldReading.absent());
    assertThatThrownBy(() -> TurnoutHeaders.writeReason("no reason"))
        .hasMessageContaining("must be [a-z]");
  }

  @Test
  void hops_areANumber() {
    assertThat(TurnoutHeaders.writeHops(3)).isEqualTo("3");
    assertThat(TurnoutHeaders.readHops(List.of("3")).value()).hasValue(3);
    assertThat(TurnoutHeaders.readHops(List.of("999999999999999")).value())
        .hasValue(Integer.MAX_VALUE);
    assertThat(TurnoutHeaders.readHops(List.of("-1")).mistake())
        .hasValue(FieldMistake.OUT_OF_BOUNDS);
    assertThat(TurnoutHeaders.readHops(List.of("1.5")).mistake()).hasValue(FieldMistake.WRONG_TYPE);
    assertThat(TurnoutHeaders.readHops(List.of("1, 2")).mistake()).hasValue(FieldMistake.SYNTAX);
    assertThatThrownBy(() -> TurnoutHeaders.writeHops(-1)).hasMessageContaining("hops -1");
  }

  @Test
  void cell_isANameOrNone() {
    assertThat(TurnoutHeaders.writeCell(Optional.of("us-1"))).isEqualTo("\"us-1\"");
    assertThat(TurnoutHeaders.writeCell(Optional.empty())).isEqualTo("\"\"");
    assertThat(TurnoutHeaders.readCell(List.of("\"us-1\"")).value()).hasValue(Optional.of("us-1"));
    assertThat(TurnoutHeaders.readCell(List.of("\"\"")).value()).hasValue(Optional.empty());
    assertThat(TurnoutHeaders.readCell(List.of("us-1")).mistake())
        .hasValue(FieldMistake.WRONG_TYPE);
    assertThat(TurnoutHeaders.readCell(List.of("\"../x\"")).mistake())
        .hasValue(FieldMistake.OUT_OF_BOUNDS);
  }

  private static HandedClient client(String address, Set<String> tags, Map<String, String> stages) {
    return new HandedClient(
        Objects.requireNonNull(AddressText.parse(address), address), tags, stages);
  }

  @Test
  void client_isReadAsItWasWritten() {
    Seeds.each(
        500,
        random -> {
          Set<String> tags = new TreeSet<>();
          Map<String, String> stages = new LinkedHashMap<>();
          for (int i = random.nextInt(4); i > 0; i--) {
            tags.add("via-" + random.nextInt(100));
            stages.put("s" + random.nextInt(100), "t-" + i);
          }
          String address = random.nextBoolean() ? "192.0.2." + random.nextInt(256) : "2001:db8::1";
          HandedClient client = client(address, tags, stages);
          assertThat(TurnoutHeaders.readClient(List.of(TurnoutHeaders.writeClient(client))).value())
              .hasValue(client);
        });
  }

  @Test
  void largestClient_fitsAField() {
    Set<String> tags = new TreeSet<>();
    Map<String, String> stages = new LinkedHashMap<>();
    for (int i = 0; i < HandedClient.MAX_TAGS; i++) {
      tags.add("t".repeat(64) + (100 + i));
    }
    for (int i = 0; i < HandedClient.MAX_STAGES; i++) {
      stages.put("s".repeat(61) + (10 + i), "g".repeat(63));
    }
    HandedClient client = client("2001:db8::1", tags, stages);
    String written = TurnoutHeaders.writeClient(client);

    assertThat(written).hasSizeLessThanOrEqualTo(TurnoutHeaders.MAX_CHARS);
    assertThat(TurnoutHeaders.readClient(List.of(written)).value()).hasValue(client);
    tags.add("one-more");
    assertThatThrownBy(() -> client("::1", tags, Map.of()))
        .hasMessage("129 tags and 0 stages must be at most 128 and 32");
    stages.put("one-more", "a");
    assertThatThrownBy(() -> client("::1", Set.of(), stages))
        .hasMessage("0 tags and 33 stages must be at most 128 and 32");
    for (String bad : List.of("", "A", "-a", "a_b", "t".repeat(68))) {
      assertThatThrownBy(() -> client("::1", Set.of(bad), Map.of()))
          .hasMessage("a tag must be [a-z0-9][a-z0-9-]{0,66}");
      assertThatThrownBy(() -> client("::1", Set.of(), Map.of("a", bad)))
          .hasMessage("a split and its stage must be [a-z0-9][a-z0-9-]{0,62}");
    }
  }
}
