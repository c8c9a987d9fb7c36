// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway.config;

import io.turnout.OnMiss;
import io.turnout.Tier;
import io.turnout.client.EdgeSigner;
import io.turnout.document.MapReader;
import io.turnout.document.MapValue;
import io.turnout.document.ProblemCode;
import io.turnout.document.Shown;
import io.turnout.document.Value;
import io.turnout.document.ValueReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads where a gateway stands, and what belongs to that. */
final class TierReader {

  /** The keys of a configuration that are read here. */
  static final List<String> KEYS = List.of("tier", "on-miss", "authority-tier", "keys-absent");

  private static final List<String> OF_EDGES = List.of("on-miss", "authority-tier", "keys-absent");
  private static final String HAND_ON = "hand-on";
  private static final String LOOK_UP = "look-up";

  private final ValueReader values;
  private final HealthReader asking;
  private final OriginReader origin;
  private final SignerReader signers;

  TierReader(ValueReader values, HealthReader asking, OriginReader origin, SignerReader signers) {
    this.values = values;
    this.asking = asking;
    this.origin = origin;
    this.signers = signers;
  }

  /** The tier, and what is said of it; empty if that is wrong, which has been reported. */
  Optional<TierSettings> tier(MapReader map) {
    Optional<Tier> tier =
        map.has("tier") ? map.read("tier", this::word) : Optional.of(Tier.STANDALONE);
    Optional<OnMiss> onMiss = map.read("on-miss", this::onMiss);
    Optional<AuthorityTierSettings> behind = map.read("authority-tier", this::authorityTier);
    Optional<Set<String>> absent = map.read("keys-absent", this::names);
    if (tier.isEmpty()) {
      return Optional.empty();
    }
    return tier.get() == Tier.EDGE
        ? edge(map, onMiss.orElse(OnMiss.HAND_ON), behind, absent.orElse(Set.of()))
        : alone(map, tier.get());
  }

  private Optional<TierSettings> edge(
      MapReader map,
      OnMiss onMiss,
      Optional<AuthorityTierSettings> behind,
      Set<String> keysAbsent) {
    if (!map.has("authority-tier")) {
      values
          .problems()
          .error(
              map.at(),
              ProblemCode.MISSING_KEY,
              "\"authority-tier\" is missing from "
                  + map.what()
                  + ", whose tier is edge: it says where requests are handed on");
    }
    return behind.map(some -> new TierSettings(Tier.EDGE, onMiss, Optional.of(some), keysAbsent));
  }

  private Optional<TierSettings> alone(MapReader map, Tier tier) {
    List<String> given = OF_EDGES.stream().filter(map::has).toList();
    String word = tier.name().toLowerCase(Locale.ROOT);
    given.forEach(
        key ->
            values
                .problems()
                .error(
                    map.find(key).map(MapValue.Entry::key).orElseThrow().at(),
                    ProblemCode.CONFLICTING_KEYS,
                    "\""
                        + key
                        + "\" and tier "
                        + word
                        + " exclude each other: only an edge can hand requests on"));
    return given.isEmpty()
        ? Optional.of(tier == Tier.AUTHORITY ? TierSettings.AUTHORITY : TierSettings.STANDALONE)
        : Optional.empty();
  }

  private Optional<Tier> word(Value value, String what) {
    return values
        .word(value, what, List.of("standalone", "edge", "authority"))
        .map(word -> Tier.valueOf(word.toUpperCase(Locale.ROOT)));
  }

  private Optional<OnMiss> onMiss(Value value, String what) {
    return values
        .word(value, what, List.of(HAND_ON, LOOK_UP))
        .map(word -> word.equals(HAND_ON) ? OnMiss.HAND_ON : OnMiss.LOOK_UP);
  }

  private Optional<AuthorityTierSettings> authorityTier(Value value, String what) {
    Optional<MapReader> map =
        values.map(value, what, List.of("origins", "tls", "http2", "health", "signature"));
    if (map.isEmpty()) {
      return Optional.empty();
    }
    Optional<List<Origin>> origins =
        map.get().require("origins", this::origins).map(list -> origin.spokenTo(map.get(), list));
    OriginHealth health =
        map.get()
            .read("health", (v, w) -> asking.health(v, w, OriginHealth.DEFAULT))
            .orElse(OriginHealth.DEFAULT);
    Optional<EdgeSigner> signer = map.get().read("signature", signers::signer);
    return origins.map(list -> new AuthorityTierSettings(list, health, signer));
  }

  private Optional<List<Origin>> origins(Value value, String what) {
    Optional<List<Value>> items = values.list(value, what);
    if (items.isEmpty()) {
      return Optional.empty();
    }
    int most = AuthorityTierSettings.MOST_ORIGINS;
    if (items.get().size() > most) {
      String message = what + " must have at most " + most + " items, not " + items.get().size();
      values.problems().error(value.at(), ProblemCode.INVALID_VALUE, message);
      return Optional.empty();
    }
    List<Origin> origins = new ArrayList<>();
    for (Value item : items.get()) {
      Optional<Origin> read = origin.place(item, "an item of " + what);
      if (read.isPresent() && origins.contains(read.get())) {
        String message = "an item of " + what + " is there twice: " + read.get();
        values.problems().error(item.at(), ProblemCode.DUPLICATE_NAME, message);
      }
      read.ifPresent(origins::add);
    }
    boolean all = origins.size() == items.get().size();
    return all && Set.copyOf(origins).size() == origins.size()
        ? Optional.of(origins)
        : Optional.empty();
  }

  private Optional<Set<String>> names(Value value, String what) {
    Optional<List<Value>> items = values.list(value, what);
    if (items.isEmpty()) {
      return Optional.empty();
    }
    Set<String> names = new LinkedHashSet<>();
    for (Value item : items.get()) {
      Optional<String> name = values.text(item, "an item of " + what);
      if (name.isPresent() && !names.add(name.get())) {
        String message = "an item of " + what + " is there twice: " + Shown.text(name.get());
        values.problems().error(item.at(), ProblemCode.DUPLICATE_NAME, message);
      }
    }
    return Optional.of(names);
  }
}
