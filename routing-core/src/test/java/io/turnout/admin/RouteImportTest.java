// SPDX-License-Identifier: Apache-2.0
package io.turnout.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.admin.ImportReport.End;
import io.turnout.admin.ImportReport.Refusal;
import io.turnout.admin.RouteAdministration.OverLive;
import io.turnout.admin.RouteImport.OnBadLine;
import io.turnout.authority.MemoryRoutes;
import io.turnout.spi.RouteKey;
import io.turnout.spi.VirtualTime;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.LifeSetting;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RouteImportTest {

  private static final String HEAD = "key,cell,alias-of,fresh-for,expire-after\n";

  private final VirtualTime time = new VirtualTime(1_700_000_000_000L);
  private final MemoryRoutes routes = new MemoryRoutes();
  private final FailingStore store = new FailingStore(routes);
  private final RouteAdministration admin = admin().build();
  private final List<Duration> pauses = new ArrayList<>();

  @TempDir private Path folder;

  @Test
  void csv_bringsRoutesAndAliases() throws IOException {
    ImportReport report =
        csv(
            "\ufeff"
                + HEAD
                + "business:1,us-1,,5m,24h\r\n"
                + "\n"
                + "\"business:a,\"\"b\"\"\",eu-1,,,\n"
                + "email-domain:acme.com,,business:1,,1h");
    assertThat(report).isEqualTo(new ImportReport(1, 5, 3, 0, 0, 0, List.of(), End.WHOLE));
    assertThat(cell("business:1")).isEqualTo("us-1");
    assertThat(cell("business:a,\"b\"")).isEqualTo("eu-1");
    assertThat(admin.get(key("email-domain:acme.com")).answer().expireAfter())
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void csv_takesTheColumnsInAnyOrder() throws IOException {
    assertThat(csv("cell,key\nus-1,business:1\n").added()).isEqualTo(1);
  }

  @Test
  void again_changesNothing() throws IOException {
    String file = HEAD + "business:1,us-1,,5m,24h\nbusiness:2,,business:1,,\n";
    csv(file);
    long version = admin.get(key("business:2")).chain().version();
    time.advance(Duration.ofHours(1));
    assertThat(csv(file).same()).isEqualTo(2);
    assertThat(admin.get(key("business:2")).chain().version()).isEqualTo(version);
  }

  @Test
  void badLines_areNamedAndChangeNothing() throws IOException {
    csv(HEAD + "business:9,us-1,,,\n");
    ImportReport report =
        csv(
            HEAD
                + "business:1,US 1,,,\n"
                + "business,us-1,,,\n"
                + "business:1,us-1,business:2,,\n"
                + "business:1,,,,\n"
                + "business:1,us-1,,5 minutes,\n"
                + "business:1,us-1\n"
                + "business:1,\"us-1,,,\n"
                + "business:1,,business:1,,\n"
                + "business:9,eu-1,,,\n"
                + "business:2,us-1,,,\n");
    assertThat(report.refusals())
        .extracting(Refusal::line, Refusal::column)
        .containsExactly(
            tuple(2, "cell"),
            tuple(3, "key"),
            tuple(4, "cell"),
            tuple(5, "cell"),
            tuple(6, "fresh-for"),
            tuple(7, ""),
            tuple(8, ""),
            tuple(9, ""),
            tuple(10, ""));
    assertThat(report.added()).isEqualTo(1);
    assertThat(admin.list(RouteListing.ALL).items())
        .extracting(route -> route.key().text())
        .containsExactly("business:2", "business:9");
    assertThat(report.refusals()).noneMatch(it -> it.expected().contains("business"));
  }

  private static Tuple tuple(long line, String column) {
    return Tuple.tuple(line, column);
  }

  @Test
  void badHead_endsIt() throws IOException {
    for (String head : List.of("key,cell,colour", "cell,alias-of", "key,key", "business:1,us-1")) {
      ImportReport report = csv(head + "\nbusiness:1,us-1\n");
      assertThat(report.end()).isEqualTo(End.AT_A_BAD_LINE);
      assertThat(report.added()).isZero();
    }
  }

  @Test
  void jsonLines_areReadStrictly() throws IOException {
    ImportReport report =
        run(
            builder(RouteFormat.JSON_LINES),
            """
            {"key":"business:1","cell":"us-1","fresh-for":"0"}
            {"key":"business:2","cell":"us-1","cell":"eu-1"}
            {"key":"business:2","cell":1}
            {"key":"business:2","colour":"red"}
            {"key":"business:2","cell":"us-1"} {}
            ["business:2"]
            {"key":"b:3","alias-of":"business:1"}\
            """);
    assertThat(report.added()).isEqualTo(2);
    assertThat(report.refusals()).extracting(Refusal::line).containsExactly(2L, 3L, 4L, 5L, 6L);
  }

  @Test
  void line_mayBeAsLongAsTheLimitAndNoLonger() throws IOException {
    String line = "business:" + "x".repeat(80) + ",us-1";
    assertThat(
            run(builder(RouteFormat.CSV).maxLineBytes(line.length()), "key,cell\n" + line).added())
        .isEqualTo(1);
    ImportReport beyond =
        run(
            builder(RouteFormat.CSV).maxLineBytes(line.length()),
            "key,cell\n" + line + "y\nbusiness:2,us-1\n");
    assertThat(beyond.refusals()).extracting(Refusal::line).containsExactly(2L);
    assertThat(beyond.added()).isEqualTo(1);
  }

  @Test
  void bytesThatAreNoUtf8_areRefused() throws IOException {
    byte[] bytes = "key,cell\nbusiness:\u00e9,us-1\n".getBytes(StandardCharsets.ISO_8859_1);
    ImportReport report = builder(RouteFormat.CSV).build().run(new ByteArrayInputStream(bytes));
    assertThat(report.refusals()).containsExactly(new Refusal(2, "", "a line must be UTF-8"));
  }

  @Test
  void stop_endsAtTheFirstBadLine() throws IOException {
    ImportReport report =
        run(
            builder(RouteFormat.CSV).onBadLine(OnBadLine.STOP),
            "key,cell\nbusiness:1,us-1\nbusiness:2,\nbusiness:3,us-1\n");
    assertThat(report.end()).isEqualTo(End.AT_A_BAD_LINE);
    assertThat(report.lastLine()).isEqualTo(3);
    assertThat(routes.read(key("business:3"))).isEmpty();
  }

  @Test
  void dryRun_writesNothingAndCounts() throws IOException {
    csv(HEAD + "business:1,us-1,,,\nbusiness:2,us-1,,,\nbusiness:3,us-1,,,\n");
    RouteAdministration dry = admin().dryRun().build();
    ImportReport report =
        run(
            RouteImport.builder(dry, RouteFormat.CSV),
            HEAD
                + "business:1,us-1,,,\n"
                + "business:2,us-1,,1m,\n"
                + "business:3,eu-1,,,\n"
                + "business:4,us-1,,,\n");
    assertThat(report)
        .extracting(
            ImportReport::same, ImportReport::changed, ImportReport::refused, ImportReport::added)
        .containsExactly(1L, 1L, 1L, 1L);
    assertThat(routes.read(key("business:4"))).isEmpty();
    assertThat(routes.read(key("business:2")).orElseThrow().life()).isEqualTo(LifeSetting.DEFAULT);
  }

  @Test
  void storeThatStaysAway_endsItAndTheProgressFileGoesOn() throws IOException {
    Path progress = folder.resolve("progress");
    String file =
        "key,cell\n"
            + IntStream.range(0, 250)
                .mapToObj(i -> "business:" + i + ",us-1\n")
                .collect(Collectors.joining());
    store.failAfter(260, Integer.MAX_VALUE);
    RouteImport.Builder builder = builder(RouteFormat.CSV).progressFile(progress);
    assertThatThrownBy(() -> run(builder, file)).isInstanceOf(RouteStoreException.class);
    assertThat(pauses).hasSize(RouteImport.MAX_ATTEMPTS - 1);
    int before = routes.list(RouteListing.ALL).items().size();
    assertThat(before).isBetween(1, 249);

    store.failAfter(0, 0);
    ImportReport rest = run(builder, file);
    assertThat(rest.firstLine()).isEqualTo(before + 2L);
    assertThat(rest.added()).isEqualTo(250L - before);
    assertThat(progress).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource
  void dryRun_leavesTheProgressAsItIs(OnBadLine onBadLine) throws IOException {
    Path progress = folder.resolve("progress");
    String good = "key,cell\nbusiness:1,us-1\n";
    String file = good + "business:2,\nbusiness:3,us-1\n";
    RouteAdministration dry = admin().dryRun().build();
    run(builder(dry, RouteFormat.CSV).progressFile(progress).onBadLine(onBadLine), file);
    assertThat(progress).doesNotExist();

    RouteImport.Builder real = builder(RouteFormat.CSV).progressFile(progress);
    run(real.onBadLine(OnBadLine.STOP), file);
    byte[] kept = Files.readAllBytes(progress);
    run(builder(dry, RouteFormat.CSV).progressFile(progress).onBadLine(onBadLine), file);
    assertThat(progress).hasBinaryContent(kept);
  }

  @Test
  void progressOfAnotherFile_isRefused() throws IOException {
    Path progress = folder.resolve("progress");
    RouteImport.Builder builder =
        builder(RouteFormat.CSV).progressFile(progress).onBadLine(OnBadLine.STOP);
    run(builder, "key,cell\nbusiness:1,us-1\nbusiness:2,\n");
    assertThatThrownBy(() -> run(builder, "key,cell\nbusiness:7,us-1\nbusiness:2,us-1\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("other lines");
    assertThat(run(builder, "key,cell\nbusiness:1,us-1\nbusiness:2,us-1\n").firstLine())
        .isEqualTo(3);
    Files.writeString(progress, "something else");
    assertThatThrownBy(() -> run(builder, "key,cell\n")).isInstanceOf(IOException.class);
  }

  @Test
  void storeThatComesBack_isAskedAgain() throws IOException {
    store.failAfter(1, 2);
    assertThat(csv("key,cell\nbusiness:1,us-1\n").refused()).isZero();
    assertThat(pauses).hasSize(2);
    assertThat(cell("business:1")).isEqualTo("us-1");
  }

  @Test
  void rate_isKept() throws IOException {
    run(builder(RouteFormat.CSV).linesPerSecond(10), "key,cell\n" + "business:1,us-1\n".repeat(21));
    assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
        .isEqualTo(Duration.ofSeconds(2));
  }

  @ParameterizedTest
  @EnumSource(RouteFormat.class)
  void export_canBeImported(RouteFormat format) throws IOException {
    csv(
        HEAD
            + "business:1,us-1,,90s,24h\n"
            + "\"business:, \"\"\u00e9 \",eu-1,,1ms,\n"
            + "a:b,,business:1,,\n"
            + "business:2,us-1,,,\n");
    admin.delete(key("business:2"));
    StringBuilder file = new StringBuilder();
    RouteListing small = new RouteListing("", Optional.empty(), true, 1, Optional.empty());
    assertThat(RouteExport.write(admin, small, format, file)).isEqualTo(3);

    MemoryRoutes copy = new MemoryRoutes();
    RouteAdministration other =
        RouteAdministration.builder(copy, new Author("ann", "")).clock(time).build();
    run(RouteImport.builder(other, format), file.toString());
    StringBuilder again = new StringBuilder();
    RouteExport.write(other, RouteListing.ALL, format, again);
    assertThat(again.toString()).isEqualTo(file.toString());
  }

  private RouteAdministration.Builder admin() {
    return RouteAdministration.builder(store, new Author("ann", "import")).clock(time);
  }

  private RouteImport.Builder builder(RouteFormat format) {
    return builder(admin, format);
  }

  private RouteImport.Builder builder(RouteAdministration into, RouteFormat format) {
    return RouteImport.builder(into, format)
        .time(
            time,
            pause -> {
              pauses.add(pause);
              time.advance(pause);
            });
  }

  private ImportReport csv(String file) throws IOException {
    return run(builder(RouteFormat.CSV), file);
  }

  private static ImportReport run(RouteImport.Builder builder, String file) throws IOException {
    return builder
        .overLive(OverLive.REFUSE)
        .build()
        .run(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
  }

  private String cell(String key) {
    return admin.get(key(key)).chain().cell().orElseThrow();
  }

  private static RouteKey key(String text) {
    return RouteKey.parse(text);
  }

  /** Fails calls with {@link Kind#UNREACHABLE}, without effect. */
  private static final class FailingStore extends StoreWrapper {
    private int well = Integer.MAX_VALUE;
    private int fails;

    FailingStore(MemoryRoutes routes) {
      super(routes);
    }

    void failAfter(int well, int fails) {
      this.well = well;
      this.fails = fails;
    }

    @Override
    <T> T call(String what, Supplier<T> call) {
      if (well > 0) {
        well--;
      } else if (fails > 0) {
        fails--;
        throw new RouteStoreException(Kind.UNREACHABLE, "away");
      }
      return call.get();
    }
  }
}
