// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.turnout.Seeds;
import io.turnout.spi.AuthorityAnswer.Known;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RouteLife;
import io.turnout.spi.VirtualTime;
import io.turnout.store.AuditEntry;
import io.turnout.store.LifeSetting;
import io.turnout.store.MoveMark;
import io.turnout.store.MoveMark.Phase;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import io.turnout.store.RouteTarget;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.Deleted;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import io.turnout.store.WriteStamp;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRoutesTest {

  private static final RouteKey ONE = RouteKey.parse("business:1");
  private static final RouteKey NEW = RouteKey.parse("business:n\"e\\w ö\u2028");
  private static final String HAND =
      """
      # Our routes.
      turnout-routes: 1
      unknown: { fresh-for: 1s }      # short
      routes:
        # the first customers
        "business:1": us-1   # they pay
        business:2: { cell: eu-1, fresh-for: 1m }
        "card:1":            # a card of theirs
          alias-of: "business:1"

      # end
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void path() {
    file = folder.resolve("routes.yaml");
  }

  private FileRoutes hand() throws IOException {
    Files.writeString(file, HAND);
    return FileRoutes.of(file);
  }

  static StoredRoute route(RouteKey key, RouteTarget target, long version) {
    return new StoredRoute(
        key,
        target,
        LifeSetting.DEFAULT,
        0,
        Optional.empty(),
        new WriteStamp(version, "w-" + version));
  }

  @Test
  void write_changesTheTextOfItsRecordOnly() throws IOException {
    FileRoutes routes = hand();
    long version = routes.read(ONE).orElseThrow().version();

    assertThat(version).isBetween(1L, 1L << 30);
    assertThat(routes.write(route(ONE, new InCell("ap-1"), 5_000_000_000L), version)).isTrue();

    assertThat(Files.readString(file))
        .isEqualTo(
            HAND.replace(
                "us-1   #", "{ cell: ap-1, version: 5000000000, write: \"w-5000000000\" }   #"));
    assertThat(folder).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void newRecord_comesAtTheEnd() throws IOException {
    FileRoutes routes = hand();
    StoredRoute added = route(NEW, new InCell("2"), 7);

    assertThat(routes.write(added, 0)).isTrue();

    assertThat(Files.readString(file))
        .isEqualTo(
            HAND.replace(
                "    alias-of: \"business:1\"\n",
                "    alias-of: \"business:1\"\n  \"business:n\\\"e\\\\w ö\\u2028\":"
                    + " { cell: \"2\", version: 7, write: \"w-7\" }\n"));
    assertThat(FileRoutes.of(file).read(NEW)).contains(added);
  }

  @Test
  void recordsOfEveryKind_comeBackAsTheyWere() throws IOException {
    FileRoutes routes = hand();
    LifeSetting life =
        new LifeSetting(Optional.of(Duration.ofMillis(3_723_004)), Optional.of(Duration.ZERO));
    MoveMark move = new MoveMark("m \"1\"", "yes", "no", Phase.MARKED, 1_700_000_000_001L);
    List<StoredRoute> all =
        List.of(
            new StoredRoute(
                RouteKey.parse("a:1"),
                new InCell("yes"),
                life,
                1_700_000_000_123L,
                Optional.of(move),
                new WriteStamp(1, "'\"\\ ö")),
            new StoredRoute(
                RouteKey.parse("a:4"),
                new InCell("eu-1"),
                LifeSetting.DEFAULT,
                0,
                Optional.of(
                    new MoveMark("m", "us-1", "eu-1", Phase.FLIPPED, MoveMark.NOT_KNOWN_YET)),
                new WriteStamp(3, "w")),
            route(RouteKey.parse("a:2"), new AliasOf(ONE, 999), 2),
            route(RouteKey.parse("a:3"), new Deleted(), 999_999_999_999_999L));

    for (StoredRoute route : all) {
      assertThat(routes.write(route, 0)).isTrue();
    }

    FileRoutes again = FileRoutes.of(file);
    for (StoredRoute route : all) {
      assertThat(again.read(route.key())).contains(route);
    }
  }

  @Test
  void json_staysJson() throws IOException {
    Files.writeString(file, "{\"turnout-routes\": 1, \"routes\": {}}");
    FileRoutes routes = FileRoutes.of(file);

    routes.write(route(ONE, new InCell("us-1"), 7), 0);
    routes.writeDefaults(
        new RouteDefaults(RouteLife.KNOWN, RouteLife.UNKNOWN, 5, new WriteStamp(3, "w")), 0);

    assertThat(Files.readString(file))
        .isEqualTo(
            "{\"turnout-routes\": 1, \"defaults\": { \"fresh-for\": \"5m\", \"expire-after\": \"1d\","
                + " \"version\": 3, \"longest-life-until\": \"1970-01-01T00:00:00.005Z\","
                + " \"write\": \"w\" }, \"unknown\": { \"fresh-for\": \"30s\","
                + " \"expire-after\": \"1m\" }, \"routes\": { \"business:1\":"
                + " { \"cell\": \"us-1\", \"version\": 7, \"write\": \"w-7\" } }}");
  }

  @Test
  void otherVersion_isNotReplaced() throws IOException {
    FileRoutes routes = hand();

    assertThat(routes.write(route(ONE, new InCell("ap-1"), 7), 0)).isFalse();
    assertThat(routes.write(route(NEW, new InCell("ap-1"), 7), 3)).isFalse();
    assertThat(routes.writeDefaults(RouteDefaults.INITIAL, 9)).isFalse();

    assertThat(Files.readString(file)).isEqualTo(HAND);
  }

  @Test
  void ownWrite_isKnownAgain() throws IOException {
    FileRoutes routes = hand();
    StoredRoute route = route(NEW, new InCell("ap-1"), 7);

    assertThat(routes.write(route, 0)).isTrue();
    assertThat(routes.write(route, 0)).isTrue();
  }

  @Test
  void defaults_areWrittenInBothSections() throws IOException {
    FileRoutes routes = hand();
    RouteDefaults before = routes.defaults();
    RouteDefaults defaults =
        new RouteDefaults(
            new RouteLife(Duration.ofSeconds(1), Duration.ofSeconds(90)),
            new RouteLife(Duration.ZERO, Duration.ZERO),
            0,
            new WriteStamp(12, "w-12"));

    assertThat(before.version()).isPositive();
    assertThat(routes.writeDefaults(defaults, before.version())).isTrue();

    assertThat(Files.readString(file))
        .isEqualTo(
            HAND.replace("{ fresh-for: 1s }", "{ fresh-for: 0, expire-after: 0 }")
                .replace(
                    "routes:\n  #",
                    "defaults: { fresh-for: 1s, expire-after: 1m30s, version: 12, write: \"w-12\" }\n"
                        + "routes:\n  #"));
    assertThat(FileRoutes.of(file).defaults()).isEqualTo(defaults);
  }

  @Test
  void recordThatOthersRepeat_isNotChanged() throws IOException {
    String text = "turnout-routes: 1\nroutes:\n  a:1: &x { cell: us-1 }\n  a:2: *x\n";
    Files.writeString(file, text);
    FileRoutes routes = FileRoutes.of(file);
    RouteKey key = RouteKey.parse("a:1");

    assertThatExceptionOfType(RouteStoreException.class)
        .isThrownBy(
            () ->
                routes.write(
                    route(key, new InCell("ap-1"), 7), routes.read(key).orElseThrow().version()))
        .matches(e -> e.kind() == Kind.DAMAGED)
        .withMessageContaining("was left as it is")
        .withMessageNotContaining("a:1\"");
    assertThat(Files.readString(file)).isEqualTo(text);
  }

  @Test
  void loop_isNotWritten() throws IOException {
    FileRoutes routes = hand();

    assertThatExceptionOfType(RouteStoreException.class)
        .isThrownBy(
            () ->
                routes.write(
                    route(ONE, new AliasOf(RouteKey.parse("card:1"), 0), 7),
                    routes.read(ONE).orElseThrow().version()));
    assertThat(Files.readString(file)).isEqualTo(HAND);
  }

  @Test
  void mistakes_areNamedByTheirPlace() throws IOException {
    Files.writeString(file, "turnout-routes: 1\nroutes:\n  secret:1: US\n");

    assertThatExceptionOfType(RouteStoreException.class)
        .isThrownBy(() -> FileRoutes.of(file).read(ONE))
        .matches(e -> e.kind() == Kind.DAMAGED)
        .withMessageContaining("routes.yaml:3:13: ")
        .withMessageNotContaining("secret");
  }

  @Test
  void missingFile_isNotMade() {
    FileRoutes routes = FileRoutes.of(file);

    assertThatExceptionOfType(RouteStoreException.class)
        .isThrownBy(() -> routes.write(route(ONE, new InCell("us-1"), 7), 0))
        .matches(e -> e.kind() == Kind.MISSING);
    assertThat(FileRoutes.create(file)).isTrue();
    assertThat(FileRoutes.create(file)).isFalse();
    assertThat(routes.write(route(ONE, new InCell("us-1"), 7), 0)).isTrue();
  }

  @Test
  void permissionsAndLinks_stay() throws IOException {
    FileRoutes.create(folder.resolve("real.yaml"));
    Files.setPosixFilePermissions(
        folder.resolve("real.yaml"), PosixFilePermissions.fromString("rw-rw-r--"));
    Files.createSymbolicLink(file, Path.of("real.yaml"));

    assertThat(FileRoutes.of(file).write(route(ONE, new InCell("us-1"), 7), 0)).isTrue();
    FileRoutes.of(file).audit(entry("1", Optional.of(ONE), AuditEntry.State.DONE));

    for (String beside : List.of("real.yaml.lock", "real.yaml.audit.jsonl")) {
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(beside))))
          .isEqualTo("rw-rw-r--");
    }
    assertThat(file).isSymbolicLink();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw-r--");
    assertThat(Files.readString(folder.resolve("real.yaml"))).contains("us-1");
  }

  @Test
  void otherHolder_isWaitedForNoLongerThanSaid() throws IOException {
    FileRoutes.create(file);
    FileRoutes routes = FileRoutes.of(file, FileSteps.SYSTEM, Duration.ofMillis(20));
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve("routes.yaml.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(held.isValid()).isTrue();
      assertThatExceptionOfType(RouteStoreException.class)
          .isThrownBy(() -> routes.write(route(ONE, new InCell("us-1"), 7), 0))
          .matches(e -> e.kind() == Kind.UNREACHABLE)
          .withMessageContaining("another writer has held");
    }
  }

  @Test
  void threads_loseNoRecord() throws Exception {
    FileRoutes.create(file);
    FileRoutes shared = FileRoutes.of(file);
    AtomicInteger failed = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int number = t;
      FileRoutes routes = t % 2 == 0 ? shared : FileRoutes.of(file);
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 10; i++) {
                  RouteKey key = new RouteKey("k", number + "-" + i);
                  if (!routes.write(route(key, new InCell("us-1"), 1 + i), 0)) {
                    failed.incrementAndGet();
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(failed).hasValue(0);
    assertThat(shared.list(RouteListing.ALL).items()).hasSize(40);
  }

  @Test
  void editByHandMeanwhile_isNotLost() throws IOException {
    Files.writeString(file, HAND);
    AtomicInteger reads = new AtomicInteger();
    FileSteps interfering =
        new FileSteps() {
          @Override
          public void sync(Path synced) throws IOException {
            FileSteps.super.sync(synced);
            if (reads.incrementAndGet() == 1) {
              Files.writeString(file, HAND.replace("eu-1", "eu-2"));
            }
          }
        };

    FileRoutes.of(file, interfering, FileRoutes.LOCK_WAIT).write(route(NEW, new InCell("x"), 7), 0);

    assertThat(Files.readString(file)).contains("eu-2").contains("business:n");
  }

  @Test
  void lists_arePagedAndFiltered() throws IOException {
    FileRoutes routes = hand();
    routes.write(route(RouteKey.parse("business:10"), new Deleted(), 7), 0);

    RouteListing two = new RouteListing("business:", Optional.empty(), true, 2, Optional.empty());
    assertThat(routes.list(two).items())
        .extracting(route -> route.key().text())
        .containsExactly("business:1", "business:10");
    assertThat(routes.list(two.from(routes.list(two).next().orElseThrow())).items())
        .extracting(route -> route.key().text())
        .containsExactly("business:2");
    assertThat(
            routes
                .list(new RouteListing("", Optional.of("us-1"), false, 9, Optional.empty()))
                .items())
        .extracting(route -> route.key().text())
        .containsExactly("business:1");
    assertThat(routes.aliasesOf(ONE)).containsExactly(RouteKey.parse("card:1"));
  }

  @Test
  void authority_answersWhatWasWritten() throws IOException {
    FileRoutes routes = hand();
    VirtualTime time = new VirtualTime(1_000_000);
    try (FileAuthority authority = FileAuthority.builder(file, time).clock(time).open()) {
      routes.write(route(ONE, new InCell("ap-1"), 2_000_000), routes.read(ONE).get().version());
      time.advance(Duration.ofSeconds(2));

      Known direct = (Known) authority.lookup(ONE, 0).toCompletableFuture().join();
      Known alias =
          (Known) authority.lookup(RouteKey.parse("card:1"), 0).toCompletableFuture().join();
      assertThat(direct.cell() + " " + direct.version()).isEqualTo("ap-1 2000000");
      assertThat(alias.cell() + " " + alias.version()).isEqualTo("ap-1 2000000");
    }
  }

  /** A record each in a long file, at random places, and the file stays what it was otherwise. */
  @Test
  void longFile_isChangedInAReasonableTime() throws IOException {
    StringBuilder text = new StringBuilder("turnout-routes: 1\nroutes:\n");
    for (int i = 0; i < 5_000; i++) {
      text.append("  \"business:").append(i).append("\": us-1   # ").append(i).append('\n');
    }
    Files.writeString(file, text);
    FileRoutes routes = FileRoutes.of(file);
    long seed = Seeds.first();
    Random random = new Random(seed);
    long begun = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      RouteKey key = new RouteKey("business", String.valueOf(random.nextInt(5_000)));
      StoredRoute before = routes.read(key).orElseThrow();
      assertThat(
              routes.write(route(key, new InCell("eu-1"), before.version() + 1), before.version()))
          .as("seed %d", seed)
          .isTrue();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
    assertThat(Files.readString(file).replaceAll("\\{ cell: eu-1[^}]*}", "us-1"))
        .isEqualTo(text.toString());
  }

  static AuditEntry entry(String id, Optional<RouteKey> key, AuditEntry.State state) {
    return new AuditEntry(
        id,
        key,
        new AuditEntry.Change("put", "us-1", "eu-1 \"x\"", 12),
        "w-" + id,
        new AuditEntry.Author("ann\n", ""),
        1_700_000_000_123L,
        state);
  }

  @Test
  void audit_isListedTheLatestFirstAndClosed() throws IOException {
    FileRoutes routes = hand();
    for (int i = 1; i <= 3; i++) {
      routes.audit(entry("0" + i, Optional.of(ONE), AuditEntry.State.INTENDED));
    }
    routes.audit(entry("04", Optional.empty(), AuditEntry.State.INTENDED));
    routes.audit(entry("02", Optional.of(ONE), AuditEntry.State.DONE));

    var page = routes.auditOf(Optional.of(ONE), 2, Optional.empty());
    assertThat(page.items())
        .containsExactly(
            entry("03", Optional.of(ONE), AuditEntry.State.INTENDED),
            entry("02", Optional.of(ONE), AuditEntry.State.DONE));
    assertThat(routes.auditOf(Optional.of(ONE), 2, page.next()).items())
        .containsExactly(entry("01", Optional.of(ONE), AuditEntry.State.INTENDED));
    assertThat(routes.auditOf(Optional.empty(), 2, Optional.empty()).items()).hasSize(1);
  }

  @Test
  void auditLineThatWasCutOff_isIgnoredAndTakenOff() throws IOException {
    FileRoutes routes = hand();
    Path trail = folder.resolve("routes.yaml.audit.jsonl");
    routes.audit(entry("1", Optional.of(ONE), AuditEntry.State.DONE));
    String whole = Files.readString(trail);
    for (int cut = 1; cut < whole.length(); cut++) {
      Files.writeString(trail, whole + whole.replace("\"1\"", "\"2\"").substring(0, cut));
      int entries = cut == whole.length() - 1 ? 2 : 1;
      assertThat(routes.auditOf(Optional.of(ONE), 9, Optional.empty()).items()).hasSize(entries);
      routes.audit(entry("3", Optional.of(ONE), AuditEntry.State.DONE));
      assertThat(routes.auditOf(Optional.of(ONE), 9, Optional.empty()).items())
          .hasSize(entries + 1);
    }
  }

  @Test
  void auditLineThatIsDamaged_isNamed() throws IOException {
    FileRoutes routes = hand();
    routes.audit(entry("1", Optional.of(ONE), AuditEntry.State.DONE));
    Path trail = folder.resolve("routes.yaml.audit.jsonl");
    Files.writeString(trail, "{}\n" + Files.readString(trail));

    assertThatExceptionOfType(RouteStoreException.class)
        .isThrownBy(() -> routes.auditOf(Optional.of(ONE), 9, Optional.empty()))
        .matches(e -> e.kind() == Kind.DAMAGED)
        .withMessageContaining("line 1 is no audit entry");
  }
}
