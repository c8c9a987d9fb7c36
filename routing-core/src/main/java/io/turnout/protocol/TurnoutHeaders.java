// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import io.turnout.request.TurnoutName;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.Parameters;
import org.greenbytes.http.sfv.StringItem;
import org.greenbytes.http.sfv.TokenItem;

/**
 * The header fields by which routers talk to each other, {@code Turnout-*}: their names, and their
 * values as structured fields (RFC 8941).
 *
 * <p>In their strings {@code %} and every byte outside 0x20–0x7E stand as {@code %XX} of UTF-8, and
 * are decoded once. A field that cannot be read, or in which one value is out of bounds, is ignored
 * as a whole; parameters that are not known are passed over. A field has at most {@value
 * #MAX_CHARS} characters, all its lines together.
 *
 * <p>What a field says is to be believed only from those who may say it: {@code Turnout-Route} from
 * the configured authority, the others from a router that proved itself.
 */
public final class TurnoutHeaders {

  /** Authority to edge, on the response: where keys live. */
  public static final String ROUTE = "Turnout-Route";

  /** Edge to authority, on the request: the key that the edge found. */
  public static final String KEY = "Turnout-Key";

  /** Edge to authority, on the request: why it is handed on. */
  public static final String REASON = "Turnout-Reason";

  /** Edge to authority, on the request: who the client is. */
  public static final String CLIENT = "Turnout-Client";

  /** Router to router, on the request: how many routers it has passed. */
  public static final String HOPS = "Turnout-Hops";

  /** Cell to router, on a 421 response: where the cell believes the request belongs. */
  public static final String CELL = "Turnout-Cell";

  /** The longest field, all its lines together, in characters. */
  public static final int MAX_CHARS = FieldSyntax.MAX_CHARS;

  /** The most members of {@code Turnout-Route}; so many always fit {@link #MAX_CHARS}. */
  public static final int MAX_ROUTES = 16;

  private static final int MISDIRECTED = 421;
  private static final Pattern REASON_FORM = Pattern.compile("[a-z][a-z0-9-]{0,63}");

  private TurnoutHeaders() {}

  /** Whether a field of this name is one of them, in any case, and also spelt with underscores. */
  public static boolean isTurnout(String name) {
    return TurnoutName.isOne(name);
  }

  /** The names among {@code names} that are theirs, as they are spelt: what is to be taken off. */
  public static List<String> among(Iterable<String> names) {
    Predicate<String> turnout = TurnoutHeaders::isTurnout;
    return StreamSupport.stream(names.spliterator(), false).filter(turnout).toList();
  }

  /**
   * Whether a cell answers that it does not hold what it was asked for.
   *
   * @param status the status of its answer
   * @param answer gives the lines of a field of the answer by its name in lower case; none if it is
   *     not there
   */
  public static boolean isWrongCell(int status, Function<String, List<String>> answer) {
    return status == MISDIRECTED && readCell(answer.apply("turnout-cell")).value().isPresent();
  }

  /**
   * The value of {@code Turnout-Route}.
   *
   * @param routes 1 to {@value #MAX_ROUTES}, of different keys
   * @throws IllegalArgumentException if there are none, or too many
   */
  public static String writeRoutes(List<RouteAnnouncement> routes) {
    if (routes.isEmpty() || routes.size() > MAX_ROUTES) {
      throw new IllegalArgumentException(
          routes.size() + " routes must be 1 to " + MAX_ROUTES + " for one field");
    }
    return RouteField.write(routes);
  }

  /**
   * Reads {@code Turnout-Route}.
   *
   * @param lines the values of all field lines of that name, in their order; they are one list
   * @return at least one route, each key once; or why all of it is ignored
   */
  public static FieldReading<List<RouteAnnouncement>> readRoutes(List<String> lines) {
    return read(lines, written -> RouteField.read(written, MAX_ROUTES));
  }

  /**
   * The value of {@code Turnout-Key}; empty if it would be longer than {@link #MAX_CHARS}, so that
   * the authority has to find the key itself.
   */
  public static Optional<String> writeKey(HandedKey handed) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("rule", StringItem.valueOf(PercentText.forString(handed.rule())));
    handed
        .rules()
        .ifPresent(
            rules -> parameters.put("rules", StringItem.valueOf(PercentText.forString(rules))));
    String value =
        StringItem.valueOf(PercentText.forString(handed.key().text()))
            .withParams(Parameters.valueOf(parameters))
            .serialize();
    return value.length() > MAX_CHARS ? Optional.empty() : Optional.of(value);
  }

  /** Reads {@code Turnout-Key}; one without {@code rule} is ignored. */
  public static FieldReading<HandedKey> readKey(List<String> lines) {
    return read(
        lines,
        written -> {
          Item<?> item = FieldSyntax.item(written);
          String key = FieldSyntax.text(item, "the key");
          Parameters parameters = item.getParams();
          String rule = FieldSyntax.text(FieldSyntax.required(parameters, "rule"), "rule");
          Optional<Item<?>> rules = FieldSyntax.optional(parameters, "rules");
          Optional<String> version =
              rules.isPresent()
                  ? Optional.of(FieldSyntax.text(rules.get(), "rules"))
                  : Optional.empty();
          return within(() -> new HandedKey(RouteKey.parse(key), rule, version));
        });
  }

  /** The value of {@code Turnout-Client}; it always fits {@link #MAX_CHARS}. */
  public static String writeClient(HandedClient client) {
    return ClientField.write(client);
  }

  /** Reads {@code Turnout-Client}; one without {@code tags} says that there are none. */
  public static FieldReading<HandedClient> readClient(List<String> lines) {
    return read(lines, ClientField::read);
  }

  /**
   * The value of {@code Turnout-Reason}.
   *
   * @param reason the spelling of a reason, such as {@code body-limit}
   * @throws IllegalArgumentException if it is no {@code [a-z][a-z0-9-]{0,63}}
   */
  public static String writeReason(String reason) {
    return TokenItem.valueOf(requireReason(reason)).serialize();
  }

  /** Reads {@code Turnout-Reason}; it may be one that this version does not know. */
  public static FieldReading<String> readReason(List<String> lines) {
    return read(
        lines,
        written -> {
          String reason = FieldSyntax.token(FieldSyntax.item(written), "the reason");
          return within(() -> requireReason(reason));
        });
  }

  private static String requireReason(String reason) {
    if (!REASON_FORM.matcher(Objects.requireNonNull(reason, "reason")).matches()) {
      throw new IllegalArgumentException("a reason must be [a-z][a-z0-9-]{0,63}");
    }
    return reason;
  }

  /**
   * The value of {@code Turnout-Hops}.
   *
   * @param hops how many routers it has passed; not negative
   * @throws IllegalArgumentException if it is
   */
  public static String writeHops(int hops) {
    if (hops < 0) {
      throw new IllegalArgumentException("hops " + hops + " must not be negative");
    }
    return IntegerItem.valueOf(hops).serialize();
  }

  /** Reads {@code Turnout-Hops}; what an {@code int} cannot hold is its highest. */
  public static FieldReading<Integer> readHops(List<String> lines) {
    return read(
        lines,
        written -> {
          long hops = FieldSyntax.natural(FieldSyntax.item(written), "the hops");
          return (int) Math.min(hops, Integer.MAX_VALUE);
        });
  }

  /**
   * The value of {@code Turnout-Cell}.
   *
   * @param cell a routing name; empty if the cell does not know
   * @throws IllegalArgumentException if it is no routing name
   */
  public static String writeCell(Optional<String> cell) {
    cell.ifPresent(name -> RoutingName.require(name, "cell"));
    return StringItem.valueOf(cell.orElse("")).serialize();
  }

  /** Reads {@code Turnout-Cell}; its value is empty where the cell does not know. */
  public static FieldReading<Optional<String>> readCell(List<String> lines) {
    return read(
        lines,
        written -> {
          String cell = FieldSyntax.text(FieldSyntax.item(written), "the cell");
          return cell.isEmpty()
              ? Optional.<String>empty()
              : within(() -> Optional.of(RoutingName.require(cell, "cell")));
        });
  }

  /** Reads the lines of a field that are not blank. */
  @FunctionalInterface
  private interface Form<T> {
    T read(List<String> lines) throws UnreadableException;
  }

  /** Makes a value, or refuses its parts. */
  @FunctionalInterface
  private interface Making<T> {
    T make();
  }

  private static <T> FieldReading<T> read(List<String> lines, Form<T> form) {
    List<String> written = lines.stream().filter(line -> !line.isBlank()).toList();
    if (written.isEmpty()) {
      return FieldReading.absent();
    }
    try {
      return FieldReading.of(form.read(written));
    } catch (UnreadableException e) {
      return FieldReading.ignored(e.mistake());
    }
  }

  private static <T> T within(Making<T> making) throws UnreadableException {
    try {
      return making.make();
    } catch (IllegalArgumentException e) {
      throw new UnreadableException(
          FieldMistake.OUT_OF_BOUNDS, "a value is none that there can be");
    }
  }
}
