// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.turnout.cli.routes.Outside;
import io.turnout.cli.terminal.Interrupts;
import io.turnout.cli.terminal.Terminal;
import io.turnout.spi.VirtualTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutesCommandTest {

  private static final String HAND =
      """
      turnout-routes: 1
      defaults: { fresh-for: 1m, expire-after: 1h }
      routes:
        "business:1": us-1   # the first customer
        "business:2": { cell: eu-1, expire-after: 5m }
        "card:1": { alias-of: "business:1" }
      """;

  @TempDir Path folder;
  private final VirtualTime time =
      new VirtualTime(Instant.parse("2030-01-01T00:00:00Z").toEpochMilli());
  private final AtomicInteger ids = new AtomicInteger();
  private final List<Duration> waited = new ArrayList<>();
  private int waitsUntilInterrupt = Integer.MAX_VALUE;
  private IntConsumer whileWaiting = count -> {};
  private String input = "";
  private boolean interactive;

  @BeforeEach
  void routeFile() throws IOException {
    Files.writeString(file(), HAND);
  }

  private Path file() {
    return folder.resolve("routes.yaml");
  }

  /** Runs {@code turnout routes ... --file routes.yaml}, on virtual time. */
  private Ran routes(String call) {
    List<String> words = new ArrayList<>(List.of("routes"));
    words.addAll(List.of(call.split(" ")));
    words.addAll(List.of("--file", file().toString()));
    return run(words);
  }

  private Ran run(List<String> words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            interactive,
            false);
    Outside outside =
        new Outside(
            terminal,
            grace -> new Interrupts(),
            time,
            (pause, interrupts) -> {
              waited.add(pause);
              time.advance(pause);
              whileWaiting.accept(waited.size());
              return waited.size() >= waitsUntilInterrupt;
            },
            () -> "id-" + ids.incrementAndGet(),
            "ann");
    int exitCode = Main.run(outside, words.toArray(String[]::new));
    return new Ran(
        exitCode,
        out.toString().replace(folder.toString(), ""),
        err.toString().replace(folder.toString(), ""));
  }

  private static JsonNode json(Ran ran) throws IOException {
    return new JsonMapper().readTree(ran.out());
  }

  private String text() throws IOException {
    return Files.readString(file());
  }

  @Test
  void get_tellsWhereAKeyLeadsAndWhy() {
    Ran route = routes("get business:2");
    assertThat(route.exitCode()).isZero();
    assertThat(route.out())
        .startsWith("business:2: in cell eu-1\n")
        .contains("  fresh for       1m (default)\n", "  expires after   5m\n");

    assertThat(routes("get card:1").out())
        .startsWith("card:1: in cell us-1\n  leads to        business:1 (");
    Ran unknown = routes("get business:9");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.out()).startsWith("business:9: unknown: it leads to no cell\n");
  }

  @Test
  void get_hasAllOfItAsJson() throws IOException {
    JsonNode json = json(routes("get card:1 --json"));
    assertThat(json.at("/answer/cell").asText()).isEqualTo("us-1");
    assertThat(json.at("/answer/expire-after-ms").asLong()).isEqualTo(3_600_000);
    assertThat(json.at("/records/0/alias-of").asText()).isEqualTo("business:1");
    assertThat(json.at("/records/1/cell").asText()).isEqualTo("us-1");
  }

  @Test
  void put_addsARouteAndLeavesTheRest() throws IOException {
    Ran ran = routes("put business:3 ap-1 --expire-after 10m --why signed-up");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).isEqualTo("business:3: added: ap-1, version 1893456000000\n");
    assertThat(text())
        .startsWith(HAND)
        .endsWith(
            "  \"business:3\": { cell: ap-1, expire-after: 10m, version: 1893456000000,"
                + " write: \"id-1\" }\n");
    assertThat(routes("audit business:3").out())
        .containsPattern("2030-01-01T00:00:00Z +put +none +.*ap-1.* +ann +done +signed-up\n");
    assertThat(routes("put business:3 ap-1 --expire-after 10m").out())
        .contains("is so already, nothing was written");
  }

  @Test
  void put_overAnotherCellHasToBeForced() throws IOException {
    Ran refused = routes("put business:1 eu-1");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo(
            "turnout: business:1: the key leads to the cell us-1 and would lead to the cell eu-1 at"
                + " once; move it, or force the change\n");
    assertThat(text()).isEqualTo(HAND);

    Ran unasked = routes("put business:1 eu-1 --force");
    assertThat(unasked.exitCode()).isEqualTo(2);
    assertThat(unasked.err()).contains("nothing was done: there is no terminal to ask", "--yes");
    assertThat(text()).isEqualTo(HAND);

    assertThat(routes("put business:1 eu-1 --force --yes").exitCode()).isZero();
    assertThat(text()).contains("\"business:1\": { cell: eu-1, version:");
  }

  @Test
  void confirmation_isReadFromTheTerminal() throws IOException {
    interactive = true;
    input = "n\n";
    Ran no = routes("delete card:1");
    assertThat(no.exitCode()).isEqualTo(1);
    assertThat(no.err())
        .contains("Delete card:1, which is in cell us-1 now? [y/N] ", "nothing was done");
    assertThat(text()).isEqualTo(HAND);

    input = "Yes\n";
    assertThat(routes("delete card:1").out()).startsWith("card:1: changed: deleted, version ");
    assertThat(text()).contains("\"card:1\": { deleted: true, version:");
  }

  @Test
  void delete_tellsOfTheAliases() {
    assertThat(routes("delete business:1").err()).contains("1 aliases become unknown with it");
    Ran none = routes("delete business:9 --yes");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).isEqualTo("turnout: business:9: there is no record to delete\n");
  }

  @Test
  void alias_followsItsTarget() throws IOException {
    assertThat(routes("alias mail:a@x business:2").exitCode()).isZero();
    assertThat(json(routes("get mail:a@x --json")).at("/answer/cell").asText()).isEqualTo("eu-1");
    Ran circle = routes("alias business:1 card:1");
    assertThat(circle.exitCode()).isEqualTo(1);
    assertThat(circle.err()).startsWith("turnout: business:1: ");
  }

  @Test
  void dryRun_writesNothing() throws IOException {
    for (String call :
        List.of(
            "put business:3 ap-1",
            "alias card:3 business:1",
            "delete business:1",
            "defaults --expire-after 1m",
            "move business:1 --to eu-1")) {
      Ran ran = routes(call + " --dry-run");
      assertThat(ran.exitCode()).as(call).isZero();
      assertThat(ran.out()).as(call).contains("would");
    }
    assertThat(text()).isEqualTo(HAND);
    assertThat(folder).isDirectoryNotContaining("glob:**.jsonl");
  }

  @Test
  void list_isATable() {
    assertThat(routes("list").out().lines())
        .element(0)
        .asString()
        .matches("KEY +LEADS TO +VERSION +FRESH FOR +EXPIRES +MOVE");
    assertThat(routes("list --prefix card:").out()).contains("alias of business:1");
    assertThat(routes("list --cell eu-1").out())
        .contains("business:2")
        .doesNotContain("business:1");
    Ran first = routes("list --limit 2");
    assertThat(first.out().lines()).hasSize(3);
    assertThat(first.err()).isEqualTo("There are more: --after 'business:2'\n");
    assertThat(routes("list --limit 2 --after business:2").out().lines()).hasSize(2);
    assertThat(routes("list --prefix none:").err()).isEqualTo("There are no such routes.\n");
  }

  @Test
  void defaults_areShownAndChanged() throws IOException {
    assertThat(routes("defaults").out()).containsPattern("a route +1m +1h\n");
    assertThat(routes("defaults --unknown-expire-after 2m").out())
        .startsWith("They were changed.\n")
        .containsPattern("an unknown key +30s +2m\n")
        .contains("Copies of older defaults may be in use until 2030-01-01T01:0");
    assertThat(text()).contains("unknown: { fresh-for: 30s, expire-after: 2m }\n");
    assertThat(routes("audit").out()).contains("defaults");
  }

  @Test
  void move_waitsFlipsAndSettles() throws IOException {
    Ran ran = routes("move business:1 --to eu-1 --yes --why bigger");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .startsWith(
            "business:1: if the move began now, this is what would hold:\nfrom us-1 to eu-1\n")
        .contains(
            "business:1: marked: in cell us-1",
            "business:1: flipped: in cell eu-1",
            "business:1: settled: in cell eu-1",
            "business:1: moved from us-1 to eu-1\n");
    assertThat(waited.stream().reduce(Duration.ZERO, Duration::plus))
        .isBetween(Duration.ofHours(1).plusMinutes(1), Duration.ofHours(1).plusMinutes(2));
    assertThat(text()).contains("\"business:1\": { cell: eu-1, version:", "# the first customer");
    assertThat(routes("get card:1").out()).startsWith("card:1: in cell eu-1\n");
    assertThat(routes("audit business:1").out())
        .containsSubsequence("settle", "flip", "mark")
        .doesNotContain("intended");
  }

  @Test
  void moveOnATerminal_countsDown() {
    interactive = true;
    input = "y\n";
    Ran ran = routes("move business:2 --to ap-1 --grace 2s");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err())
        .contains(
            "Begin this move? [y/N] ",
            "flip to ap-1 in 5m5s",
            "flip to ap-1 in 1s",
            "settle in 2s");
    assertThat(waited)
        .allSatisfy(wait -> assertThat(wait).isLessThanOrEqualTo(Duration.ofSeconds(1)));
  }

  @Test
  void moveThatIsNotConfirmed_hasNotBegun() throws IOException {
    interactive = true;
    assertThat(routes("move business:1 --to eu-1").exitCode()).isEqualTo(1);
    assertThat(text()).isEqualTo(HAND);
  }

  @Test
  void interruptedMove_canBeResumed() throws IOException {
    waitsUntilInterrupt = 2;
    Ran stopped = routes("move business:1 --to eu-1 --yes --grace 5s");
    assertThat(stopped.exitCode()).isEqualTo(1);
    assertThat(stopped.err())
        .endsWith(
            "turnout: stopped; the key stays marked\n"
                + "  to go on:    turnout routes move business:1 --resume --file /routes.yaml"
                + " --grace 5s\n"
                + "  to undo it:  turnout routes move business:1 --abort --file /routes.yaml\n");
    assertThat(text()).contains("phase: marked");
    Ran other = routes("move business:1 --to ap-1 --yes");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("is being moved from us-1 to eu-1 already");
    assertThat(routes("put business:1 us-1").err()).contains("is being moved");

    waitsUntilInterrupt = Integer.MAX_VALUE;
    Ran resumed = routes("move business:1 --resume --yes");
    assertThat(resumed.exitCode()).isZero();
    assertThat(resumed.out())
        .contains("resumed the move from us-1 to eu-1, marked", "moved from us-1 to eu-1");
  }

  @Test
  void abort_undoesAMoveThatHasNotFlipped() throws IOException {
    assertThat(routes("move business:1 --to eu-1 --yes --step").exitCode()).isEqualTo(1);
    Ran aborted = routes("move business:1 --abort");
    assertThat(aborted.exitCode()).isZero();
    assertThat(aborted.out()).isEqualTo("business:1: the move was undone; it stays in cell us-1\n");
    assertThat(text()).doesNotContain("moving");
    Ran again = routes("move business:1 --abort");
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).isEqualTo("turnout: business:1: the key is in no move\n");
  }

  @Test
  void steps_areTakenOneByOneWithoutWaiting() throws IOException {
    Ran marked = routes("move business:1 --to eu-1 --yes --step");
    assertThat(marked.exitCode()).isEqualTo(1);
    assertThat(marked.out()).contains("business:1: marked; the flip is due in 1h", "--resume");
    assertThat(routes("move business:1 --step --yes").out()).contains("nothing is due yet");

    time.advance(Duration.ofHours(2));
    Ran unasked = routes("move business:1 --step");
    assertThat(unasked.exitCode()).isEqualTo(2);
    assertThat(unasked.err()).contains("Flip it to eu-1 now?");
    Ran flipped = routes("move business:1 --step --yes");
    assertThat(flipped.exitCode()).isEqualTo(1);
    assertThat(flipped.out()).contains("flipped; settling is due in 1m");
    assertThat(routes("move business:1 --abort").err()).contains("move the key back");

    time.advance(Duration.ofMinutes(2));
    assertThat(routes("move business:1 --step").exitCode()).isZero();
    assertThat(waited).isEmpty();
    assertThat(text()).doesNotContain("moving");
  }

  @Test
  void move_isDataAtItsEnd() throws IOException {
    Ran ran = routes("move business:1 --to eu-1 --yes --json --serve-expired-for 10m");
    JsonNode json = json(ran);
    assertThat(json.path("stage").asText()).isEqualTo("settled");
    assertThat(json.at("/certificate/assumed/serve-expired-for-ms").asInt()).isEqualTo(600_000);
    assertThat(json.at("/certificate/assumed/read-lag-ms").asInt()).isEqualTo(3_000);
    assertThat(ran.err()).contains("business:1: flipped");
  }

  @Test
  void storeThatIsAwayDuringAMove_isAskedAgain() throws IOException {
    List<String> texts = new ArrayList<>();
    whileWaiting =
        count -> {
          try {
            if (count == 3) {
              texts.add(text());
              Files.writeString(file(), "broken: [");
            } else if (count == 12) {
              Files.writeString(file(), texts.get(0));
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    Ran ran = routes("move business:1 --to eu-1 --yes");
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err())
        .contains("the route file has mistakes: /routes.yaml:1:", "; trying again\n");
    assertThat(ran.out()).endsWith("business:1: moved from us-1 to eu-1\n");
  }

  @Test
  void storeThatStaysAwayDuringAMove_isGivenUp() throws IOException {
    whileWaiting =
        count -> {
          try {
            Files.writeString(file(), "broken: [");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    Ran ran = routes("move business:1 --to eu-1 --yes");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err())
        .contains(
            "turnout: gave up; the key stays marked\n  to go on:    turnout routes move business:1"
                + " --resume");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get business|\"business\" is no route key: a route key is written namespace:value",
        "get|KEY",
        "put business:3 US|\"US\" is no cell",
        "put business:3 us-1 --fresh-for soon|must be a duration such as 250ms",
        "put business:3 us-1 --invalidate nonsense|the URI of Redis must be redis://",
        "list --limit 0|--limit must lie in 1 to 100000, not 0",
        "audit --limit 1001|--limit must lie in 1 to 1000, not 1001",
        "move business:1|say one of --to CELL, --resume and --abort",
        "move business:1 --to eu-1 --abort|say one of --to CELL, --resume and --abort",
        "move business:1 --resume --dry-run|--dry-run goes with --to",
        "list --region eu-west-1|belong to --table",
      })
  void wrongCall_saysWhatIsWrong(String call, String message) throws IOException {
    Ran ran = routes(call);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains(message);
    assertThat(text()).isEqualTo(HAND);
  }

  @Test
  void sourceOfTruth_hasToBeNamedOnce() {
    assertThat(run(List.of("routes", "list")).err()).contains("--file ROUTES or --table NAME");
    assertThat(run(List.of("routes", "list", "--table", "t", "--endpoint", "nowhere")).err())
        .contains("--endpoint cannot be \"nowhere\"");
    assertThat(routes("list --table t").err()).contains("--file ROUTES or --table NAME");
  }

  @Test
  void refusedMoves_sayWhy() {
    assertThat(routes("move card:1 --to eu-1 --yes").err())
        .isEqualTo("turnout: card:1: the key is an alias; move the key that it leads to\n");
    assertThat(routes("move business:9 --to eu-1 --yes").err()).contains("has no record");
    assertThat(routes("move business:1 --to us-1 --yes").err())
        .contains("is in the cell us-1 already");
    assertThat(routes("move business:1 --resume").err()).contains("is in no move");
  }

  @Test
  void import_bringsInGoodLinesAndNamesTheOthers() throws IOException {
    Path csv = folder.resolve("in.csv");
    Files.writeString(
        csv,
        """
        key,cell,alias-of,expire-after
        business:3,ap-1,,10m
        business:1,us-1,,
        card:9,,business:3,
        business:2,ap-1,,
        business:4,US,,
        """);
    Ran dry = routes("import " + csv + " --dry-run");
    assertThat(text()).isEqualTo(HAND);
    assertThat(dry.out()).containsPattern("would be added +2\n");

    Ran ran = routes("import " + csv + " --why signed-up");
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out())
        .containsPattern("added +2\n")
        .containsPattern("as wanted already +1\n")
        .containsPattern("refused +2\n");
    assertThat(ran.err()).contains("/in.csv:5: ", "/in.csv:6: cell: ");
    assertThat(routes("get card:9").out()).startsWith("card:9: in cell ap-1\n");

    JsonNode again = json(routes("import " + csv + " --json"));
    assertThat(again.path("same").asInt()).isEqualTo(3);
    assertThat(again.at("/refusals/1/line").asInt()).isEqualTo(6);
    assertThat(routes("import " + csv + " --stop").out()).contains("It stopped at line 5.");
    assertThat(routes("import " + csv + " --force").exitCode()).isEqualTo(2);
    assertThat(routes("import " + csv + " --force --yes").out()).containsPattern("changed +1\n");
  }

  @Test
  void import_takesTheStandardInput() {
    input = "{\"key\":\"business:3\",\"cell\":\"ap-1\"}\n";
    assertThat(routes("import - --format jsonl").exitCode()).isZero();
    Ran unnamed = routes("import -");
    assertThat(unnamed.exitCode()).isEqualTo(2);
    assertThat(unnamed.err()).contains("say --format csv or --format jsonl");
    assertThat(routes("import " + folder.resolve("none.csv")).err()).contains("there is no file");
  }

  @Test
  void export_isReadByImport() throws IOException {
    Ran printed = routes("export --format csv");
    assertThat(printed.out())
        .isEqualTo(
            """
            key,cell,alias-of,fresh-for,expire-after
            business:1,us-1,,,
            business:2,eu-1,,,5m
            card:1,,business:1,,
            """);
    Path jsonl = folder.resolve("out.jsonl");
    assertThat(routes("export " + jsonl).out()).isEqualTo("3 routes were written\n");
    assertThat(routes("export " + jsonl).err()).contains("already; name one that is not there");
    assertThat(routes("import " + jsonl).exitCode()).isZero();
    assertThat(text()).isEqualTo(HAND);
    assertThat(routes("export --format jsonl --cell eu-1").out().lines()).hasSize(1);
  }

  @Test
  void createTable_makesARouteFileOnce() throws IOException {
    Files.delete(file());
    Ran missing = routes("list");
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).isEqualTo("turnout: there is no route file \"/routes.yaml\"\n");
    assertThat(routes("create-table").out())
        .isEqualTo("route file /routes.yaml was made, and has no routes yet\n");
    assertThat(routes("create-table").out()).contains("was there already");
    assertThat(routes("put a:1 us-1").exitCode()).isZero();
  }

  @Test
  void help_fitsATerminal() {
    for (String command :
        List.of(
            "",
            "move",
            "put",
            "alias",
            "delete",
            "list",
            "audit",
            "defaults",
            "create-table",
            "import",
            "export")) {
      Ran help = run(List.of(("routes " + command + " --help").split(" +")));
      assertThat(help.exitCode()).isZero();
      assertThat(help.out().lines())
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }
  }
}
