// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.request.RequestHead;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where an edge says whose requests it hands on.
 *
 * <p>The field is a list of addresses to whose end each proxy adds the peer from which a request
 * came, or {@code Forwarded} (RFC 7239), whose {@code for} says the same. All its lines are one
 * list. An address may have a port, and a zone, which is dropped. A name is never looked up: it is
 * no address, like {@code unknown}, but counts as a hop.
 *
 * <p>What a client sent of the field stands on its left, so it is read from the right and no
 * further than the hops reach: nothing that a client puts there, however long or broken, hides what
 * the edge has added, and so gives the client the address of the edge.
 *
 * @param header the field's name in lower case
 * @param hops which entry names the client, counted from the right: 1 is the last, which the edge
 *     itself adds, 0 is the peer of the connection. {@link #ALONE} if there must be one entry only
 */
public record ClientIp(String header, int hops) {

  /** There must be exactly one entry. */
  public static final int ALONE = -1;

  /** The most hops. */
  public static final int MAX_HOPS = 16;

  private static final String FORWARDED = "forwarded";
  private static final int MAX_PORT_DIGITS = 5;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if the name is not in lower case, or the hops are out of range
   */
  public ClientIp {
    Objects.requireNonNull(header, "header");
    if (!header.equals(header.toLowerCase(Locale.ROOT)) || hops < ALONE || hops > MAX_HOPS) {
      throw new IllegalArgumentException(
          "header " + header + " must be in lower case, and hops " + hops + " within " + MAX_HOPS);
    }
  }

  /** The client's address; empty if the request does not say it so that it can be taken. */
  Optional<InetAddress> address(RequestHead head) {
    if (hops == 0) {
      return Optional.empty();
    }
    int needed = hops == ALONE ? 2 : hops;
    List<String> entries = last(needed, head);
    boolean there = hops == ALONE ? entries.size() == 1 : entries.size() == hops;
    return there ? Optional.ofNullable(address(entries.get(entries.size() - 1))) : Optional.empty();
  }

  /** The last entries, from the right; fewer if there are not so many that can be read. */
  private List<String> last(int needed, RequestHead head) {
    List<String> lines = new ArrayList<>();
    String line;
    for (int i = 0; (line = head.header(header, i)) != null; i++) {
      lines.add(line);
    }
    List<String> entries = new ArrayList<>(needed);
    for (int i = lines.size() - 1; i >= 0 && entries.size() < needed; i--) {
      if (header.equals(FORWARDED)) {
        ForwardedLine.addLast(needed, lines.get(i), entries);
      } else {
        addPlain(lines.get(i), needed, entries);
      }
    }
    return entries;
  }

  private static void addPlain(String line, int needed, List<String> entries) {
    int to = line.length();
    while (to >= 0 && entries.size() < needed) {
      int comma = line.lastIndexOf(',', to - 1);
      String entry = line.substring(comma + 1, to).strip();
      if (!entry.isEmpty()) {
        entries.add(entry);
      }
      to = comma;
    }
  }

  /** The address of an entry, without port and zone; null if it has none. */
  private static @Nullable InetAddress address(String entry) {
    if (entry.startsWith("[")) {
      int end = entry.indexOf(']');
      return end > 0 && (end == entry.length() - 1 || isPort(entry, end + 1))
          ? withoutZone(entry.substring(1, end))
          : null;
    }
    int colon = entry.indexOf(':');
    boolean one = colon >= 0 && entry.indexOf(':', colon + 1) < 0;
    if (one) {
      return isPort(entry, colon) ? AddressText.parse(entry.substring(0, colon)) : null;
    }
    return colon < 0 ? AddressText.parse(entry) : withoutZone(entry);
  }

  private static @Nullable InetAddress withoutZone(String address) {
    int zone = address.indexOf('%');
    boolean some = zone >= 0 && zone < address.length() - 1;
    String plain = some ? address.substring(0, zone) : address;
    return plain.indexOf(':') < 0 ? null : AddressText.parse(plain);
  }

  private static boolean isPort(String text, int colon) {
    int digits = text.length() - colon - 1;
    return text.charAt(colon) == ':'
        && digits > 0
        && digits <= MAX_PORT_DIGITS
        && text.chars().skip(colon + 1L).allMatch(c -> c >= '0' && c <= '9');
  }
}
