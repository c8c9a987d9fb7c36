// SPDX-License-Identifier: Apache-2.0
package io.turnout.taste;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A parsed Java file of this repository. */
record SourceFile(Path path, CompilationUnitTree unit, Trees trees, List<String> lines) {

  /** The root of the repository. */
  static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(here.resolve("routing-cache-spi"))) {
      here = Objects.requireNonNull(here.getParent(), "the tests run outside the repository");
    }
    return here;
  }

  /** Every Java file that somebody wrote, main and test. */
  static List<SourceFile> all() {
    List<Path> paths;
    try (Stream<Path> tree = Files.walk(root(), 14)) {
      paths =
          tree.filter(path -> path.toString().endsWith(".java"))
              .filter(path -> path.toString().contains("/src/"))
              .filter(path -> !path.toString().contains("/target/"))
              .sorted()
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return parse(paths);
  }

  boolean isTest() {
    return !path.toString().contains("/src/main/");
  }

  /** Whether it holds an interface, which is mostly what it says of itself. */
  boolean isInterface() {
    return unit.getTypeDecls().stream().anyMatch(type -> type.getKind() == Tree.Kind.INTERFACE);
  }

  /** The path below the root, for messages. */
  String name() {
    return root().relativize(path).toString();
  }

  /** The lines that are neither blank nor comment. */
  long codeLines() {
    return lines.stream().map(String::strip).filter(SourceFile::isCode).count();
  }

  /** The share of comments in the lines that are not blank, 0 to 1. */
  double commentShare() {
    long written = lines.stream().filter(line -> !line.isBlank()).count();
    return written == 0 ? 0 : (double) (written - codeLines()) / written;
  }

  private static boolean isCode(String line) {
    return !line.isEmpty()
        && !line.startsWith("//")
        && !line.startsWith("/*")
        && !line.startsWith("*");
  }

  private static List<SourceFile> parse(List<Path> paths) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, null);
    JavacTask task =
        (JavacTask)
            compiler.getTask(
                null, files, null, List.of(), null, files.getJavaFileObjectsFromPaths(paths));
    Trees trees = Trees.instance(task);
    try {
      java.util.ArrayList<SourceFile> parsed = new java.util.ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        Path path = Path.of(unit.getSourceFile().toUri());
        parsed.add(new SourceFile(path, unit, trees, Files.readAllLines(path)));
      }
      return parsed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
