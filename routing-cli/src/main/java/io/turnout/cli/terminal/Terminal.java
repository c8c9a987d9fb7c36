// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.terminal;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the command reads from and prints to, in UTF-8.
 *
 * @param in the standard input
 * @param out the standard output
 * @param err the standard error
 * @param interactive whether a person sits in front of it
 * @param coloured whether colours are shown
 */
public record Terminal(
    InputStream in, PrintWriter out, PrintWriter err, boolean interactive, boolean coloured) {

  /** The terminal of this process. */
  public static Terminal ofProcess() {
    boolean interactive = isInteractive(System.console(), System.getenv());
    return new Terminal(
        System.in,
        writer(new StandardOutput(new FileOutputStream(FileDescriptor.out))),
        writer(System.err),
        interactive,
        interactive && !System.getenv().containsKey("NO_COLOR"));
  }

  /** Two files or pipes: no person, no colours. */
  public static Terminal plain(InputStream in, PrintWriter out, PrintWriter err) {
    return new Terminal(in, out, err, false, false);
  }

  /** {@code text} in a colour where colours are shown, else {@code text} as it is. */
  public String paint(Ink ink, String text) {
    return coloured ? ink.on(text) : text;
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  /** From Java 22 on a console is there also without a terminal, and says so itself. */
  private static boolean isInteractive(@Nullable Console console, Map<String, String> variables) {
    if (console == null || "dumb".equals(variables.get("TERM"))) {
      return false;
    }
    try {
      Method terminal = Console.class.getMethod("isTerminal");
      return Boolean.TRUE.equals(terminal.invoke(console));
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
