// SPDX-License-Identifier: Apache-2.0
package io.turnout.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The stored inputs of a fuzz test, changed blindly: what each build can afford. */
public final class Mutations {

  private static final int MAX_CHANGES = 6;
  private static final byte[] MARKS =
      "{}[]:,-#&*!|>'\"%@` \t\n\r?~<=.;/\\+0a\0".getBytes(StandardCharsets.US_ASCII);

  private final List<byte[]> stored;
  private final Random random;

  private Mutations(List<byte[]> stored, long seed) {
    this.stored = stored;
    this.random = new Random(new SplittableRandom(seed).nextLong());
  }

  /**
   * Shows {@code target} some changed inputs.
   *
   * @param test the class whose stored inputs are changed
   * @throws AssertionError if the target fails; it says with which seed, and the input as a string
   *     of Java
   */
  public static void of(Class<?> test, int rounds, Consumer<byte[]> target) {
    List<byte[]> stored = stored(test);
    long first = Long.getLong("turnout.seed", 1);
    for (long seed = first; seed < first + rounds; seed++) {
      byte[] input = new Mutations(stored, seed).next();
      try {
        target.accept(input.clone());
      } catch (RuntimeException | Error e) {
        throw new AssertionError(
            "-Dturnout.seed=%d: %s".formatted(seed, Arrays.toString(input)), e);
      }
    }
  }

  private static List<byte[]> stored(Class<?> test) {
    URL folder = test.getResource(test.getSimpleName() + "Inputs/bytes");
    Objects.requireNonNull(folder, () -> test.getSimpleName() + " has no stored inputs");
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      List<byte[]> inputs = new ArrayList<>();
      for (Path file : files.sorted().toList()) {
        inputs.add(Files.readAllBytes(file));
      }
      return inputs;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] next() {
    byte[] input = one();
    for (int changes = 1 + random.nextInt(MAX_CHANGES); changes > 0; changes--) {
      input = changed(input);
    }
    return input;
  }

  private byte[] one() {
    return stored.get(random.nextInt(stored.size()));
  }

  private byte[] changed(byte[] input) {
    int at = random.nextInt(input.length + 1);
    int to = Math.min(input.length, at + random.nextInt(8));
    return switch (random.nextInt(6)) {
      case 0 -> spliced(input, at, at, new byte[] {MARKS[random.nextInt(MARKS.length)]});
      case 1 -> spliced(input, at, to, new byte[] {(byte) random.nextInt(256)});
      case 2 -> spliced(input, at, to, new byte[0]);
      case 3 -> spliced(input, at, at, Arrays.copyOfRange(input, at, to));
      case 4 -> Arrays.copyOf(input, at);
      default -> {
        byte[] other = one();
        int from = random.nextInt(other.length + 1);
        int until = Math.min(other.length, from + random.nextInt(64));
        yield spliced(input, at, to, Arrays.copyOfRange(other, from, until));
      }
    };
  }

  private static byte[] spliced(byte[] input, int from, int to, byte[] piece) {
    byte[] result = new byte[input.length - (to - from) + piece.length];
    System.arraycopy(input, 0, result, 0, from);
    System.arraycopy(piece, 0, result, from, piece.length);
    System.arraycopy(input, to, result, from + piece.length, input.length - to);
    return result;
  }
}
