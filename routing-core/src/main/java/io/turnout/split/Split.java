// SPDX-License-Identifier: Apache-2.0
package io.turnout.split;

import io.turnout.decision.StageChoice;
import io.turnout.decision.StageChoice.How;
import io.turnout.match.Condition;
import io.turnout.request.Request;
import io.turnout.spi.RoutingName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A set of versions of which one answers each user.
 *
 * <p>A request that names an open stage gets it. Else a session that has an open stage keeps it,
 * where stages are kept. Else the weights say, for the routing ID that the request brings or one
 * that is made. Immutable.
 */
public final class Split {

  /** The longest routing ID that is taken from a request, in characters. */
  public static final int MAX_ID_CHARS = 256;

  private final String name;
  private final List<Condition> when;
  private final IdCookie cookie;
  private final Optional<Pin> pin;
  private final Optional<SessionCookie> sessions;
  private final Map<String, Stage> stages;
  private final List<Stage> inOrder;
  private final Rendezvous rendezvous;

  /**
   * A field by which a request names the stage that it wants.
   *
   * @param header its name in lower case
   * @param tag the tag that the request must have; empty: anybody may
   */
  public record Pin(String header, Optional<String> tag) {}

  /**
   * How a user is known again.
   *
   * @param cookie the cookie of the routing ID
   * @param sessions what authenticates it, where stages are kept; empty where the weights alone say
   */
  public record Identity(IdCookie cookie, Optional<SessionCookie> sessions) {}

  /**
   * A split.
   *
   * @param name its name, a routing name
   * @param when what must hold of the requests that it concerns
   * @param identity how a user is known again
   * @param pin how a request names its stage; empty: it cannot
   * @param stages the stages, each name once; one at least is open and has a positive weight
   * @throws IllegalArgumentException if none is, or two have one name
   */
  public Split(
      String name, List<Condition> when, Identity identity, Optional<Pin> pin, List<Stage> stages) {
    this.name = RoutingName.require(name, "split");
    this.when = List.copyOf(when);
    cookie = identity.cookie();
    sessions = identity.sessions();
    this.pin = pin;
    inOrder = List.copyOf(stages);
    this.stages = new HashMap<>();
    for (Stage stage : inOrder) {
      if (this.stages.put(stage.name(), stage) != null) {
        throw new IllegalArgumentException(
            "split " + name + " must have a stage once, not " + stage.name() + " twice");
      }
    }
    if (inOrder.stream().noneMatch(Stage::takesNewUsers)) {
      throw new IllegalArgumentException(
          "split " + name + " must have a stage that is open and has a weight above 0");
    }
    rendezvous =
        Rendezvous.of(
            name,
            inOrder.stream()
                .map(stage -> new Rendezvous.Share(stage.name(), stage.effectiveWeight()))
                .toList());
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Its stages, in the order of the rule file. */
  public List<Stage> stages() {
    return inOrder;
  }

  /** What must hold of the requests that it concerns. */
  public List<Condition> when() {
    return when;
  }

  /** How a user is known again. */
  public Identity identity() {
    return new Identity(cookie, sessions);
  }

  /** How a request names its stage; empty: it cannot. */
  public Optional<Pin> pin() {
    return pin;
  }

  /** The stage that the weights give to a routing ID. */
  public Stage byWeights(String id) {
    return inOrder.get(rendezvous.winner(id));
  }

  /** The stage that a router before this one chose, with the labels that it has here. */
  StageChoice told(String stage) {
    Stage known = stages.get(stage);
    Map<String, String> labels = known == null ? Map.of() : known.labels();
    return new StageChoice(name, stage, labels, How.TOLD, Optional.empty());
  }

  /**
   * The stage for a request; empty if the split does not concern it.
   *
   * @param nowSeconds now, in seconds since 1970
   * @param ids where routing IDs come from
   */
  Optional<StageChoice> choose(Request request, long nowSeconds, FreshIds ids) {
    for (int i = 0; i < when.size(); i++) {
      if (!when.get(i).test(request)) {
        return Optional.empty();
      }
    }
    Stage pinned = pinned(request);
    if (pinned != null) {
      return Optional.of(choice(pinned, How.PINNED, Optional.empty()));
    }
    String brought = brought(request);
    return Optional.of(
        sessions.isPresent()
            ? ofSession(sessions.get(), brought, nowSeconds, ids)
            : ofWeights(brought, ids));
  }

  private @Nullable Stage pinned(Request request) {
    if (pin.isEmpty() || !pin.get().tag().map(request::hasTag).orElse(true)) {
      return null;
    }
    String named = request.singleHeader(pin.get().header());
    Stage stage = named == null ? null : stages.get(named);
    return stage != null && stage.isOpen() ? stage : null;
  }

  private @Nullable String brought(Request request) {
    String value = request.singleCookie(cookie.name());
    return value == null || Request.isAmbiguous(value) || value.length() > longest() ? null : value;
  }

  private int longest() {
    return sessions.isPresent() ? SessionCookie.MAX_CHARS : MAX_ID_CHARS;
  }

  private StageChoice ofWeights(@Nullable String brought, FreshIds ids) {
    if (brought != null) {
      return choice(byWeights(brought), How.COMPUTED, Optional.empty());
    }
    FreshIds.Made made = ids.of(cookie);
    return choice(byWeights(made.id()), How.NEW, made.setCookie());
  }

  private StageChoice ofSession(
      SessionCookie codec, @Nullable String brought, long nowSeconds, FreshIds ids) {
    Optional<SessionCookie.Session> session =
        brought == null ? Optional.empty() : codec.read(brought, nowSeconds);
    String id = session.map(SessionCookie.Session::id).orElseGet(ids::next);
    Stage kept = session.map(SessionCookie.Session::stage).map(stages::get).orElse(null);
    Stage stage;
    How how;
    if (kept != null && kept.isOpen()) {
      stage = kept;
      how = How.KEPT;
    } else {
      stage = byWeights(id);
      how = session.isPresent() ? How.COMPUTED : How.NEW;
    }
    long expires = nowSeconds + cookie.maxAge().toSeconds();
    String value = codec.write(new SessionCookie.Session(id, stage.name(), expires));
    return choice(stage, how, Optional.of(cookie.set(value)));
  }

  private StageChoice choice(Stage stage, How how, Optional<String> setCookie) {
    return new StageChoice(name, stage.name(), stage.labels(), how, setCookie);
  }
}
