// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is done to a value before it is a key. */
final class NaiveTransforms {

  private NaiveTransforms() {}

  /** The value that a {@code key} or {@code cell-from} makes of a text; null if it is none. */
  static @Nullable String value(JsonNode effect, String text) {
    String value = text;
    for (JsonNode transform : effect.path("transform")) {
      value = value == null ? null : transformed(transform, value);
    }
    if (value == null
        || (effect.has("match") && !value.matches(effect.get("match").asText()))
        || value.isEmpty()
        || NaiveText.hasControls(value)
        || value.getBytes(StandardCharsets.UTF_8).length > 256) {
      return null;
    }
    return value;
  }

  private static @Nullable String transformed(JsonNode transform, String value) {
    if (transform.has("strip-prefix")) {
      String prefix = transform.get("strip-prefix").asText();
      return value.startsWith(prefix) ? value.substring(prefix.length()) : value;
    }
    if (transform.has("capture")) {
      Matcher matcher = Pattern.compile(transform.get("capture").asText()).matcher(value);
      return matcher.find() ? matcher.group(1) : null;
    }
    return switch (transform.asText()) {
      case "trim" -> value.replaceAll("^[ \t\r\n]+|[ \t\r\n]+\\z", "");
      case "lowercase" -> value.toLowerCase(Locale.ROOT);
      case "base64" -> base64(value);
      case "email-domain" -> emailDomain(value);
      case "sha256" -> sha256(value);
      default -> throw new IllegalArgumentException("no transform " + transform);
    };
  }

  private static @Nullable String base64(String value) {
    boolean standard = value.matches("[A-Za-z0-9+/]*={0,2}");
    boolean url = value.matches("[A-Za-z0-9_-]*={0,2}");
    String bare = value.replaceAll("=+$", "");
    boolean padded = !bare.equals(value);
    if ((!standard && !url) || bare.length() % 4 == 1 || (padded && value.length() % 4 != 0)) {
      return null;
    }
    return NaiveText.utf8(Base64.getDecoder().decode(bare.replace('-', '+').replace('_', '/')));
  }

  private static @Nullable String emailDomain(String value) {
    int at = value.lastIndexOf('@');
    if (at < 1) {
      return null;
    }
    String domain = value.substring(at + 1).replaceAll("\\.$", "").toLowerCase(Locale.ROOT);
    if (domain.isEmpty() || domain.matches(".*[\u00df\u03c2\u200c\u200d].*")) {
      return null;
    }
    try {
      return IDN.toASCII(domain, IDN.ALLOW_UNASSIGNED);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String sha256(String value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(value.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
