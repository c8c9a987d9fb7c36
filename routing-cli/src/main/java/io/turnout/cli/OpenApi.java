// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import io.turnout.document.Document;
import io.turnout.document.DocumentLimits;
import io.turnout.document.ListValue;
import io.turnout.document.MapValue;
import io.turnout.document.Problem;
import io.turnout.document.Scalar;
import io.turnout.document.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads which operations an OpenAPI 3 document describes; the rest of it is not looked at. */
final class OpenApi {

  /** The largest document that is read, in bytes. */
  static final int MAX_BYTES = 32 << 20;

  /** The most operations that are taken from one document. */
  static final int MAX_OPERATIONS = 10_000;

  private static final List<String> METHODS =
      List.of("get", "put", "post", "delete", "options", "head", "patch", "trace");
  private static final String PATH_ITEMS = "#/components/pathItems/";

  private final String name;
  private final MapValue root;
  private final List<Operation> operations = new ArrayList<>();

  private OpenApi(String name, MapValue root) {
    this.name = name;
    this.root = root;
  }

  /**
   * An operation.
   *
   * @param method in upper case
   * @param path with the server's path in front, as the document has it
   * @param template the path as a template of rules
   * @param host the server's host; empty if the document names none
   */
  record Operation(String method, String path, String template, Optional<String> host) {}

  /**
   * Reads a document, YAML or JSON.
   *
   * @return its operations in the order of the document, those of several servers once for each
   * @throws IllegalArgumentException if it is none; the message says where
   */
  static List<Operation> read(Path file) throws IOException {
    byte[] content;
    try (InputStream in = Files.newInputStream(file)) {
      content = in.readNBytes(MAX_BYTES + 1);
    }
    if (content.length > 0 && content[0] == '{') {
      withoutTabs(content);
    }
    DocumentLimits limits =
        new DocumentLimits(
            MAX_BYTES,
            DocumentLimits.MAX_NESTING_LEVELS,
            DocumentLimits.DEFAULT.collectionAliases(),
            MAX_BYTES);
    Document document = Document.parse(content, limits);
    for (Problem problem : document.problems()) {
      if (problem.isError()) {
        throw new IllegalArgumentException(file + ":" + problem.text());
      }
    }
    if (!(document.root().orElse(null) instanceof MapValue root)) {
      throw new IllegalArgumentException(file + ": this is no OpenAPI document");
    }
    return new OpenApi(file.toString(), root).operations();
  }

  /** In JSON a tab only separates; YAML does not take it for that everywhere. */
  private static void withoutTabs(byte[] json) {
    for (int i = 0; i < json.length; i++) {
      json[i] = json[i] == '\t' ? (byte) ' ' : json[i];
    }
  }

  private List<Operation> operations() {
    if (!(root.get("openapi").orElse(null) instanceof Scalar version)
        || !version.text().startsWith("3.")) {
      throw mistake(root, "\"openapi\" must be a version 3");
    }
    if (!(root.get("paths").orElse(null) instanceof MapValue paths)) {
      throw mistake(root, "\"paths\" must be a mapping");
    }
    for (MapValue.Entry entry : paths.entries()) {
      if (entry.key().text().startsWith("/")) {
        pathItem(entry.key().text(), item(entry.value()));
      }
    }
    return List.copyOf(operations);
  }

  private MapValue item(Value value) {
    if (!(value instanceof MapValue item)) {
      throw mistake(value, "a path must be a mapping");
    }
    Optional<Value> reference = item.get("$ref");
    if (reference.isEmpty()) {
      return item;
    }
    String to = reference.get() instanceof Scalar text ? text.text() : "";
    if (to.startsWith(PATH_ITEMS)
        && root.get("components").orElse(null) instanceof MapValue components
        && components.get("pathItems").orElse(null) instanceof MapValue items
        && items.get(to.substring(PATH_ITEMS.length())).orElse(null) instanceof MapValue named) {
      return named;
    }
    throw mistake(reference.get(), "the reference \"" + to + "\" is not followed");
  }

  private void pathItem(String path, MapValue item) {
    for (String method : METHODS) {
      if (!(item.get(method).orElse(null) instanceof MapValue operation)) {
        continue;
      }
      for (OpenApiServer server : servers(operation, item)) {
        if (operations.size() == MAX_OPERATIONS) {
          throw mistake(operation, "there are more than " + MAX_OPERATIONS + " operations");
        }
        String whole = server.path() + path;
        operations.add(
            new Operation(
                method.toUpperCase(Locale.ROOT),
                whole,
                OpenApiPath.template(whole),
                server.host()));
      }
    }
  }

  /** The servers of an operation: its own, else its path's, else the document's. */
  private List<OpenApiServer> servers(MapValue operation, MapValue item) {
    for (MapValue place : List.of(operation, item, root)) {
      if (place.get("servers").orElse(null) instanceof ListValue list && !list.items().isEmpty()) {
        return list.items().stream()
            .filter(MapValue.class::isInstance)
            .map(server -> OpenApiServer.of((MapValue) server))
            .distinct()
            .toList();
      }
    }
    return List.of(OpenApiServer.NONE);
  }

  private IllegalArgumentException mistake(Value value, String what) {
    return new IllegalArgumentException(name + ":" + value.at() + ": " + what);
  }
}
