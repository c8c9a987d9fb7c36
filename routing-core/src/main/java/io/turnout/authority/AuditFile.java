// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.turnout.document.Document;
import io.turnout.document.DocumentLimits;
import io.turnout.document.MapReader;
import io.turnout.document.Problems;
import io.turnout.document.ValueReader;
import io.turnout.document.ValueReading;
import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * The audit trail of a route file: a line of JSON for each entry, the latest line of an entry
 * counting. A last line that was not written to its end is as if it were not there.
 *
 * @param path where it is
 * @param steps how it is changed
 */
record AuditFile(Path path, FileSteps steps) {

  /** The longest line, in bytes. */
  static final int MAX_LINE_BYTES = 64 << 10;

  private static final DocumentLimits LIMITS = new DocumentLimits(MAX_LINE_BYTES, 4, 0, 64);
  private static final List<String> FIELDS =
      List.of("id", "key", "step", "from", "to", "version", "write", "who", "why", "at", "state");

  /**
   * Writes an entry behind the others; the caller holds the lock.
   *
   * @param like a file whose permissions a new trail gets, since it names keys as that does
   */
  void append(AuditEntry entry, Path like) throws IOException {
    byte[] line = (text(entry) + "\n").getBytes(UTF_8);
    if (line.length > MAX_LINE_BYTES) {
      throw new IllegalArgumentException(
          "the audit entry takes "
              + line.length
              + " bytes; at most "
              + MAX_LINE_BYTES
              + " are written");
    }
    boolean isNew = !Files.exists(path);
    if (isNew) {
      steps.create(path);
    }
    if (Files.size(path) == 0) {
      steps.permit(path, like);
    } else {
      repair();
    }
    steps.append(path, line);
    steps.sync(path);
    if (isNew) {
      steps.syncFolderOf(path);
    }
  }

  /** Ends or takes off a last line that has no end. */
  private void repair() throws IOException {
    long size = Files.size(path);
    byte[] tail = tail(size);
    int end = tail.length;
    while (end > 0 && tail[end - 1] != '\n') {
      end--;
    }
    if (end == tail.length) {
      return;
    }
    if (end == 0 && size > tail.length) {
      throw damaged("the last line is longer than " + MAX_LINE_BYTES + " bytes");
    }
    if (read(new String(tail, end, tail.length - end, UTF_8)).isPresent()) {
      steps.append(path, new byte[] {'\n'});
    } else {
      steps.truncate(path, size - (tail.length - end));
    }
  }

  private byte[] tail(long size) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      in.skipNBytes(Math.max(0, size - MAX_LINE_BYTES));
      return in.readNBytes(MAX_LINE_BYTES);
    }
  }

  /** The entries of a key as they stand, the latest first. */
  List<AuditEntry> entries(Optional<RouteKey> key) throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      return entries(key, in);
    }
  }

  /** The same from the file's bytes, to which a writer may be adding. */
  List<AuditEntry> entries(Optional<RouteKey> key, InputStream in) throws IOException {
    Map<String, AuditEntry> entries = new HashMap<>();
    int number = 0;
    Optional<Line> line = line(in);
    while (line.isPresent()) {
      number++;
      Optional<AuditEntry> entry = read(line.get().text());
      if (entry.isEmpty() && line.get().ended()) {
        throw damaged("line " + number + " is no audit entry");
      }
      entry.filter(found -> found.key().equals(key)).ifPresent(f -> entries.put(f.id(), f));
      line = line.get().ended() ? line(in) : Optional.empty();
    }
    return entries.values().stream()
        .sorted(Comparator.comparing(AuditEntry::id).reversed())
        .toList();
  }

  /**
   * A line.
   *
   * @param ended whether it was written to its end; one that was not is the last that was there,
   *     whatever a writer has added since
   */
  private record Line(String text, boolean ended) {}

  private Optional<Line> line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    if (next < 0) {
      return Optional.empty();
    }
    while (next >= 0 && next != '\n') {
      if (line.size() == MAX_LINE_BYTES) {
        throw damaged("a line is longer than " + MAX_LINE_BYTES + " bytes");
      }
      line.write(next);
      next = in.read();
    }
    return Optional.of(new Line(line.toString(UTF_8), next == '\n'));
  }

  private RouteStoreException damaged(String what) {
    return new RouteStoreException(
        Kind.DAMAGED, "the audit trail \"" + path + "\" cannot be read: " + what);
  }

  private static String text(AuditEntry entry) {
    StringJoiner line = new StringJoiner(",", "{", "}");
    add(line, "id", entry.id());
    entry.key().ifPresent(key -> add(line, "key", key.text()));
    add(line, "step", entry.change().step());
    add(line, "from", entry.change().from());
    add(line, "to", entry.change().to());
    line.add("\"version\":" + entry.change().version());
    add(line, "write", entry.writeId());
    add(line, "who", entry.by().who());
    add(line, "why", entry.by().why());
    add(line, "at", Instant.ofEpochMilli(entry.at()).toString());
    add(line, "state", entry.state().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    return line.toString();
  }

  private static void add(StringJoiner line, String name, String value) {
    line.add("\"" + name + "\":" + RouteText.quoted(value));
  }

  private static Optional<AuditEntry> read(String line) {
    Problems problems = new Problems();
    ValueReader values = new ValueReader(problems);
    return values
        .root(Document.parse(line, LIMITS), "the entry", FIELDS)
        .flatMap(map -> entry(map, values))
        .filter(entry -> !problems.hasErrors());
  }

  private static Optional<AuditEntry> entry(MapReader map, ValueReader values) {
    Optional<String> key = map.read("key", values::text);
    Optional<Long> version =
        map.require(
            "version",
            (value, what) -> values.integer(value, what, Long.MIN_VALUE, Long.MAX_VALUE));
    ValueReading<String> text = values::text;
    Optional<String> at = map.require("at", text);
    Optional<String> state = map.require("state", text);
    if (version.isEmpty() || at.isEmpty() || state.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new AuditEntry(
              map.require("id", text).orElse(""),
              key.map(RouteKey::parse),
              new AuditEntry.Change(
                  map.require("step", text).orElse(""),
                  map.require("from", text).orElse(""),
                  map.require("to", text).orElse(""),
                  version.get()),
              map.require("write", text).orElse(""),
              new AuditEntry.Author(
                  map.require("who", text).orElse(""), map.require("why", text).orElse("")),
              Instant.parse(at.get()).toEpochMilli(),
              AuditEntry.State.valueOf(state.get().toUpperCase(Locale.ROOT).replace('-', '_'))));
    } catch (IllegalArgumentException | DateTimeException e) {
      return Optional.empty();
    }
  }
}
