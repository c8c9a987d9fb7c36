// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockFileTest {

  private static final Duration SHORT = Duration.ofMillis(20);

  @TempDir private Path folder;
  private Path path;

  /** Another process, which says whether it can have the lock. */
  static final class Other {
    private Other() {}

    public static void main(String[] path) throws IOException {
      try (FileChannel channel = FileChannel.open(Path.of(path[0]), StandardOpenOption.WRITE)) {
        System.out.print(channel.tryLock() == null ? "refused" : "had");
      }
    }

    static String tries(Path path) throws IOException {
      try {
        Path classes =
            Path.of(LockFileTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process =
            new ProcessBuilder(
                    java.toString(),
                    "-cp",
                    classes.toString(),
                    Other.class.getName(),
                    path.toString())
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), UTF_8);
      } catch (URISyntaxException e) {
        throw new IOException(e);
      }
    }
  }

  @BeforeEach
  void path() {
    path = folder.resolve("routes.yaml.lock");
  }

  @Test
  void holder_keepsOtherProcessesOut_thoughOthersOfItsOwnGaveUp() throws IOException {
    LockFile lock = new LockFile(path, SHORT);
    lock.holding(
        () -> {
          assertThat(Other.tries(path)).isEqualTo("refused");
          assertThatThrownBy(() -> lock.holding(() -> "both"))
              .isInstanceOf(LockFile.HeldException.class);
          assertThat(interrupted(new LockFile(path, Duration.ofMinutes(1)))).isTrue();
          assertThat(Other.tries(path)).isEqualTo("refused");
          return "";
        });
    assertThat(Other.tries(path)).isEqualTo("had");
    assertThat(lock.holding(() -> "again")).isEqualTo("again");
  }

  /** Whether another thread that is interrupted stops waiting, and stays interrupted. */
  private static boolean interrupted(LockFile lock) {
    return CompletableFuture.supplyAsync(
            () -> {
              Thread.currentThread().interrupt();
              assertThatThrownBy(() -> lock.holding(() -> "both"))
                  .isInstanceOf(InterruptedIOException.class);
              return Thread.interrupted();
            })
        .join();
  }
}
