// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.turnout.document.DocumentEdit;
import io.turnout.document.DocumentLimits;
import io.turnout.document.MapValue;
import io.turnout.document.Problem;
import io.turnout.spi.RouteKey;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import io.turnout.store.StoredRoute;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A route file's text and what it says, and the texts that come of it by changing one record. */
final class RouteFileContent {

  /** The most values of a route file. */
  static final int MAX_VALUES = 4_000_000;

  private static final int SHOWN_PROBLEMS = 5;

  private final Path path;
  private final byte[] bytes;
  private final RouteFile file;
  private final MapValue root;

  private RouteFileContent(Path path, byte[] bytes, RouteFile file, MapValue root) {
    this.path = path;
    this.bytes = bytes;
    this.file = file;
    this.root = root;
  }

  /**
   * Reads a text.
   *
   * @param path what messages call it
   * @throws RouteStoreException if there is a mistake in it
   */
  static RouteFileContent read(Path path, byte[] bytes) {
    RouteFile.Reading reading = RouteFile.read(bytes, limits(FileAuthority.DEFAULT_MAX_BYTES));
    if (reading.file().isEmpty() || reading.root().isEmpty()) {
      throw new RouteStoreException(
          Kind.DAMAGED, "the route file has mistakes: " + shown(path, reading.problems()));
    }
    return new RouteFileContent(path, bytes, reading.file().get(), reading.root().get());
  }

  static DocumentLimits limits(int maxBytes) {
    return new DocumentLimits(
        maxBytes,
        DocumentLimits.DEFAULT.nestingLevels(),
        DocumentLimits.DEFAULT.collectionAliases(),
        MAX_VALUES);
  }

  RouteFile file() {
    return file;
  }

  byte[] bytes() {
    return bytes;
  }

  boolean holds(byte[] other) {
    return Arrays.equals(bytes, other);
  }

  /**
   * The content with a record, in place of the one with its key or behind all others.
   *
   * @throws RouteStoreException if the text cannot be changed so that only this record differs
   */
  RouteFileContent with(StoredRoute route) {
    DocumentEdit edit = DocumentEdit.of(new String(bytes, UTF_8));
    RouteText text = new RouteText(edit.isFlow(root));
    String value = text.record(route);
    MapValue.Entry section = entry(root, RouteFile.ROUTES).orElseThrow();
    MapValue routes = (MapValue) section.value();
    Optional<MapValue.Entry> there = entry(routes, route.key().text());
    Optional<DocumentEdit> edited =
        there.isPresent()
            ? edit.replace(routes, there.get(), value)
            : routes.entries().isEmpty()
                ? edit.fill(root, section, text.key(route.key()), value)
                : edit.append(routes, text.key(route.key()), value);
    Map<RouteKey, RouteFile.Listed> expected = new HashMap<>(file.routes());
    expected.put(route.key(), new RouteFile.Listed(route, true));
    return checked(edited, new RouteFile(expected, file.defaults()));
  }

  /**
   * The content with other defaults.
   *
   * @throws RouteStoreException if the text cannot be changed so that only they differ
   */
  RouteFileContent with(RouteDefaults defaults) {
    DocumentEdit edit = DocumentEdit.of(new String(bytes, UTF_8));
    RouteText text = new RouteText(edit.isFlow(root));
    Optional<DocumentEdit> edited =
        section(edit, text.name(RouteFile.DEFAULTS), text.defaults(defaults))
            .flatMap(
                one ->
                    section(one, text.name(RouteFile.UNKNOWN), text.unknown(defaults.unknown())));
    return checked(edited, new RouteFile(file.routes(), defaults));
  }

  /** Replaces a section at the top, or puts it before the routes. */
  private Optional<DocumentEdit> section(DocumentEdit edit, String name, String value) {
    Optional<MapValue.Entry> there = entry(root, name.replace("\"", ""));
    return there.isPresent()
        ? edit.replace(root, there.get(), value)
        : Optional.of(
            edit.insertBefore(root, entry(root, RouteFile.ROUTES).orElseThrow(), name, value));
  }

  private RouteFileContent checked(Optional<DocumentEdit> edited, RouteFile expected) {
    if (edited.isEmpty()) {
      throw notChanged("the place of the record's value cannot be told; write it in braces");
    }
    byte[] changed = edited.get().text().getBytes(UTF_8);
    RouteFile.Reading reading = RouteFile.read(changed, limits(FileAuthority.DEFAULT_MAX_BYTES));
    if (reading.file().isEmpty()) {
      throw notChanged("what would come of it has mistakes: " + shown(path, reading.problems()));
    }
    if (!reading.file().get().equals(expected)) {
      throw notChanged("more than one record would change; do others repeat it by an alias (*)?");
    }
    return new RouteFileContent(path, changed, expected, reading.root().orElseThrow());
  }

  private RouteStoreException notChanged(String why) {
    return new RouteStoreException(
        Kind.DAMAGED, "the route file \"" + path + "\" was left as it is: " + why);
  }

  private static Optional<MapValue.Entry> entry(MapValue map, String key) {
    return map.entries().stream().filter(entry -> entry.key().text().equals(key)).findFirst();
  }

  private static String shown(Path path, List<Problem> problems) {
    List<Problem> errors = problems.stream().filter(Problem::isError).toList();
    String first =
        errors.stream()
            .limit(SHOWN_PROBLEMS)
            .map(problem -> path + ":" + problem.text())
            .collect(Collectors.joining("; "));
    int more = errors.size() - SHOWN_PROBLEMS;
    return more > 0 ? first + "; and " + more + " more" : first;
  }
}
