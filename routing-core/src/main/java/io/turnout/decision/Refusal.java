// SPDX-License-Identifier: Apache-2.0
package io.turnout.decision;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What a client is told of a request that goes no further, as a document of RFC 9457. It names no
 * rule, no cell and no key.
 *
 * @param status the status, 400 to 599
 * @param reason why, as one word of lower-case letters and hyphens
 * @param detail the same for people, in printable ASCII without quotation marks and backslashes
 */
public record Refusal(int status, String reason, String detail) {

  /** The media type of the document. */
  public static final String MEDIA_TYPE = "application/problem+json";

  private static final String RULE_REJECTS = "rejected";

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if one is not so
   */
  public Refusal {
    Objects.requireNonNull(reason, "reason");
    if (status < 400 || status > 599) {
      throw new IllegalArgumentException("status " + status + " must lie in 400 to 599");
    }
    if (!reason.chars().allMatch(c -> c >= 'a' && c <= 'z' || c == '-')) {
      throw new IllegalArgumentException("reason " + reason + " must be letters and hyphens");
    }
    if (!detail.chars().allMatch(c -> c >= ' ' && c < 0x7f && c != '"' && c != '\\')) {
      throw new IllegalArgumentException("the detail must be plain text");
    }
  }

  /**
   * What a decision to reject says.
   *
   * @throws IllegalArgumentException if it is another
   */
  public static Refusal of(RouteDecision rejected) {
    int status =
        rejected
            .status()
            .orElseThrow(() -> new IllegalArgumentException("the decision rejects nothing"));
    String reason = rejected.reason().map(Reason::text).orElse(RULE_REJECTS);
    return new Refusal(status, reason, detail(rejected));
  }

  private static String detail(RouteDecision rejected) {
    if (rejected.reason().isEmpty()) {
      return "The request is not accepted.";
    }
    return switch (rejected.reason().get()) {
      case NO_RULE -> "No rule says where this request belongs.";
      case AMBIGUOUS -> "The request holds two different keys.";
      case MALFORMED -> "The path of the request is malformed.";
      case UNREADABLE_BODY ->
          "The body could not be read as far as needed"
              + rejected.detail().map(cause -> " (" + cause.text() + ").").orElse(".");
      case UNKNOWN_KEY -> "The key of this request is not known.";
      case UNAVAILABLE -> "Where the request belongs cannot be found out at the moment.";
      case LOOP -> "The request has passed too many routers.";
      case MISS, EXPIRED, NO_KEY, WRONG_CELL -> "The request cannot be decided here.";
    };
  }

  /** The document in JSON. */
  public byte[] json() {
    String title = title();
    String document =
        (title.isEmpty() ? "{" : "{\"type\":\"about:blank\",\"title\":\"" + title + "\",")
            + "\"status\":"
            + status
            + ",\"detail\":\""
            + detail
            + "\",\"reason\":\""
            + reason
            + "\"}";
    return document.getBytes(StandardCharsets.US_ASCII);
  }

  /** The status in words, as their registry has them; empty if it has none. */
  private String title() {
    return switch (status) {
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 402 -> "Payment Required";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 406 -> "Not Acceptable";
      case 408 -> "Request Timeout";
      case 409 -> "Conflict";
      case 410 -> "Gone";
      case 411 -> "Length Required";
      case 412 -> "Precondition Failed";
      case 413 -> "Content Too Large";
      case 414 -> "URI Too Long";
      case 415 -> "Unsupported Media Type";
      case 417 -> "Expectation Failed";
      case 421 -> "Misdirected Request";
      case 422 -> "Unprocessable Content";
      case 426 -> "Upgrade Required";
      case 428 -> "Precondition Required";
      case 429 -> "Too Many Requests";
      case 431 -> "Request Header Fields Too Large";
      case 451 -> "Unavailable For Legal Reasons";
      case 500 -> "Internal Server Error";
      case 501 -> "Not Implemented";
      case 502 -> "Bad Gateway";
      case 503 -> "Service Unavailable";
      case 504 -> "Gateway Timeout";
      case 505 -> "HTTP Version Not Supported";
      case 508 -> "Loop Detected";
      default -> "";
    };
  }
}
