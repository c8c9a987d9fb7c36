// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.AuditEntry.Author;
import io.turnout.store.AuditEntry.Change;
import io.turnout.store.AuditEntry.State;
import io.turnout.store.RouteStoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditFileTest {

  private static final Optional<RouteKey> KEY =
      Optional.of(new RouteKey("business", "\ud83d\ude00".repeat(64)));

  @TempDir private Path folder;
  private AuditFile file;

  @BeforeEach
  void file() {
    file = new AuditFile(folder.resolve("routes.yaml.audit.jsonl"), FileSteps.SYSTEM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a\nb",
        "\t\r",
        "\u0000",
        "\u007f",
        "\u0085",
        "\u2028",
        "\ufeff",
        "\uffff",
        "\\",
        "\"",
        "true",
        "1",
        "%",
        "\ud83d\ude00"
      })
  void anyText_isReadAsItWasWritten(String text) throws IOException {
    AuditEntry entry = entry("1", text, text);
    append(entry);
    append(entry.closed(State.DONE));
    assertThat(file.entries(KEY)).containsExactly(entry.closed(State.DONE));
  }

  @Test
  void longestTexts_areReadAsTheyWereWritten() throws IOException {
    String who = "\u0001".repeat(Author.MAX_WHO_CHARS);
    AuditEntry entry = entry("1".repeat(128), who, "\u0001".repeat(Author.MAX_WHY_CHARS));
    append(entry);
    assertThat(file.entries(KEY)).containsExactly(entry);
  }

  @Test
  void readingWhileALineIsWritten_endsBeforeIt() throws IOException {
    AuditEntry one = entry("1", "ann", "");
    append(one);
    int first = (int) Files.size(file.path());
    append(entry("2", "ben", ""));
    append(entry("3", "cat", ""));
    byte[] whole = Files.readAllBytes(file.path());
    for (int seen = first + 1; seen < whole.length; seen++) {
      byte[] before = Arrays.copyOf(whole, seen);
      byte[] added = Arrays.copyOfRange(whole, seen, whole.length);
      assertThat(file.entries(KEY, new Growing(before, added))).contains(one);
    }
  }

  @Test
  void rubbishThatWasWrittenToItsEnd_isDamage() throws IOException {
    append(entry("1", "ann", ""));
    Files.writeString(file.path(), Files.readString(file.path()) + "rubbish\n");
    assertThatThrownBy(() -> file.entries(KEY))
        .isInstanceOf(RouteStoreException.class)
        .hasMessageContaining("line 2 is no audit entry");
  }

  private void append(AuditEntry entry) throws IOException {
    file.append(entry, folder);
  }

  private static AuditEntry entry(String id, String who, String why) {
    Change change = new Change("put", "none", "us-1", 1);
    return new AuditEntry(id, KEY, change, "w", new Author(who, why), 1, State.INTENDED);
  }

  /** A file whose end was reached before a writer added to it. */
  private static final class Growing extends InputStream {
    private final List<InputStream> parts;
    private int part;

    Growing(byte[] before, byte[] added) {
      this.parts = List.of(new ByteArrayInputStream(before), new ByteArrayInputStream(added));
    }

    @Override
    public int read() throws IOException {
      int next = parts.get(part).read();
      if (next < 0 && part == 0) {
        part = 1;
      }
      return next;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      int next = most == 0 ? 0 : read();
      if (most > 0 && next >= 0) {
        into[from] = (byte) next;
      }
      return next < 0 ? -1 : Math.min(most, 1);
    }
  }
}
