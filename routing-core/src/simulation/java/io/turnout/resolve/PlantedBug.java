// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A mistake that somebody could have made in the resolver, or in what moves keys: one piece of its
 * source replaced by another, compiled, and put in the place of the right class.
 *
 * @param name what is wrong
 * @param file the name of the class; of one outside the resolver its package, too, such as {@code
 *     admin/RouteMove}
 * @param right a piece of its source that occurs once
 * @param wrong what stands there instead
 */
record PlantedBug(String name, String file, String right, String wrong) {

  private static final Path CORE = Path.of("src/main/java/io/turnout");
  private static final Path SPI = Path.of("../routing-cache-spi").resolve(CORE);
  private static final Pattern ANEW =
      Pattern.compile("io\\.turnout\\.(resolve|admin|authority|store)\\..*");

  /**
   * Plays seeds against the mistake, from 1, until one fails.
   *
   * @return what failed; empty if nothing did
   */
  Optional<String> found(int seeds, Path scratch) throws Exception {
    return found("io.turnout.resolve.ResolverSimulation", seeds, scratch);
  }

  /**
   * Lets another class play seeds against the mistake.
   *
   * @param player its name; it has a static method {@code play} that takes a seed
   */
  Optional<String> found(String player, int seeds, Path scratch) throws Exception {
    compile(scratch);
    Method play = new ChildFirst(scratch).loadClass(player).getDeclaredMethod("play", long.class);
    play.setAccessible(true);
    for (long seed = 1; seed <= seeds; seed++) {
      try {
        play.invoke(null, seed);
      } catch (InvocationTargetException e) {
        return Optional.of(String.valueOf(e.getCause()));
      }
    }
    return Optional.empty();
  }

  private void compile(Path scratch) throws IOException {
    String path = (file.contains("/") ? file : "resolve/" + file) + ".java";
    String source = Files.readString((path.startsWith("store/") ? SPI : CORE).resolve(path));
    int at = source.indexOf(right);
    if (at < 0 || source.indexOf(right, at + 1) >= 0) {
      throw new AssertionError("the piece to replace must occur once in " + file + ": " + right);
    }
    Path patched =
        Files.createDirectories(scratch.resolve("source")).resolve(Path.of(path).getFileName());
    Files.writeString(patched, source.replace(right, wrong));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-nowarn",
              "-d",
              scratch.toString(),
              "-cp",
              System.getProperty("java.class.path"));
      boolean compiled =
          compiler
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(patched))
              .call();
      if (!compiled) {
        throw new AssertionError(name + " does not compile: " + messages);
      }
    }
  }

  /** Loads the packages anew, the wrong classes from the folder and the others as they are. */
  private static final class ChildFirst extends ClassLoader {
    private final Path folder;

    ChildFirst(Path folder) {
      super(PlantedBug.class.getClassLoader());
      this.folder = folder;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        return ANEW.matcher(name).matches() ? define(name) : super.loadClass(name, resolve);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String path = name.replace('.', '/') + ".class";
      Path wrong = folder.resolve(path);
      try (InputStream in =
          Files.exists(wrong) ? Files.newInputStream(wrong) : getResourceAsStream(path)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
