// SPDX-License-Identifier: Apache-2.0
package io.turnout.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The script in {@code versions.lua}, called by its digest, and by its text where a server does not
 * know it, as after a restart.
 */
final class VersionScript {

  private static final String RESOURCE = "versions.lua";

  private final byte[] text;
  private final String digest;

  VersionScript() {
    try (InputStream in = VersionScript.class.getResourceAsStream(RESOURCE)) {
      text = Objects.requireNonNull(in, RESOURCE).readAllBytes();
      digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }

  /** What it is called by. */
  String digest() {
    return digest;
  }

  /**
   * Calls it.
   *
   * @param place the one key that it touches, so that every server of a cluster can run it
   */
  <T> CompletionStage<T> call(
      RedisScriptingAsyncCommands<byte[], byte[]> commands,
      ScriptOutputType type,
      byte[] place,
      byte[]... arguments) {
    byte[][] places = {place};
    CompletionStage<T> byDigest = commands.evalsha(digest, type, places, arguments);
    return byDigest
        .handle(
            (answer, failure) -> {
              Throwable cause =
                  failure instanceof CompletionException ? failure.getCause() : failure;
              return cause instanceof RedisNoScriptException
                  ? commands.<T>eval(text, type, places, arguments)
                  : byDigest;
            })
        .thenCompose(stage -> stage);
  }

  /** A number, or a word, as an argument. */
  static byte[] argument(Object value) {
    return value.toString().getBytes(US_ASCII);
  }
}
