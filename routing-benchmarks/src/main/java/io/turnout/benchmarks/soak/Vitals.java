// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a Java process takes of the machine at one moment.
 *
 * @param heapBytes the living objects, after a collection
 * @param residentBytes its memory that is in the machine's
 * @param descriptors its open files and sockets
 * @param threads its threads
 */
record Vitals(long heapBytes, long residentBytes, int descriptors, int threads) {

  private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");
  private static final Pattern STATUS =
      Pattern.compile("VmRSS:\\s+(\\d+) kB.*Threads:\\s+(\\d+)", Pattern.DOTALL);

  /**
   * Lets a process collect its garbage, and looks.
   *
   * @throws IOException if it is gone, or this is not Linux
   */
  static Vitals of(long pid) throws IOException {
    long heap = heap(pid);
    Path process = Path.of("/proc", Long.toString(pid));
    Matcher status = STATUS.matcher(Files.readString(process.resolve("status")));
    if (!status.find()) {
      throw new IOException("process " + pid + " does not tell its memory");
    }
    return new Vitals(
        heap,
        Long.parseLong(status.group(1)) << 10,
        count(process.resolve("fd")),
        Integer.parseInt(status.group(2)));
  }

  private static int count(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return (int) entries.count();
    }
  }

  /** A histogram of the living objects counts to the byte, whatever the collector keeps aside. */
  private static long heap(long pid) throws IOException {
    Process jcmd =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                    Long.toString(pid),
                    "GC.class_histogram"))
            .redirectErrorStream(true)
            .start();
    String told = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher total = TOTAL.matcher(told);
    if (!total.find()) {
      throw new IOException("process " + pid + " does not tell its heap: " + told.strip());
    }
    return Long.parseLong(total.group(1));
  }
}
