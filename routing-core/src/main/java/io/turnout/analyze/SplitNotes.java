// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import io.turnout.analyze.SplitNote.Kind;
import io.turnout.match.Condition;
import io.turnout.match.HasTag;
import io.turnout.split.IdCookie;
import io.turnout.split.SessionCookie;
import io.turnout.split.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds what changes of a split beside its stages. */
final class SplitNotes {

  private final Split before;
  private final Split after;
  private final List<SplitNote> notes = new ArrayList<>();

  private SplitNotes(Split before, Split after) {
    this.before = before;
    this.after = after;
  }

  static List<SplitNote> of(Optional<Split> before, Optional<Split> after, ChangedClients clients) {
    if (before.isEmpty()) {
      return List.of(
          new SplitNote(
              Kind.ADDED,
              "The split is new: nobody it concerns has a stage yet, and everybody is given one by"
                  + " the weights."));
    }
    if (after.isEmpty()) {
      return List.of(
          new SplitNote(
              Kind.REMOVED,
              "The split is gone: no stage is chosen any more, no label asked for, and its cookies"
                  + " say nothing."));
    }
    SplitNotes found = new SplitNotes(before.get(), after.get());
    found.look();
    found.tags(clients);
    return List.copyOf(found.notes);
  }

  private void look() {
    name();
    if (!RulePairs.areSame(before.when(), after.when())) {
      add(
          Kind.WHEN,
          "It concerns other requests: those that it no longer concerns get no stage, those that it"
              + " concerns now get one by the weights.");
    }
    cookie();
    if (!before.pin().equals(after.pin())) {
      add(
          Kind.PIN,
          after.pin().isEmpty()
              ? "Requests can no longer name their stage; those that did go by the rest."
              : "A request names its stage by "
                  + pin(after.pin().get())
                  + " from now on"
                  + before.pin().map(pin -> ", no longer by " + pin(pin)).orElse("")
                  + '.');
    }
    Optional<SessionCookie> old = before.identity().sessions();
    Optional<SessionCookie> now = after.identity().sessions();
    if (old.isPresent() && now.isPresent()) {
      keys(old.get().keys(), now.get().keys());
    } else if (now.isPresent()) {
      add(
          Kind.STICKY,
          "Stages are kept by sessions from now on: the IDs in use are no sessions, so everybody"
              + " draws anew once, and keeps that stage.");
    } else if (old.isPresent()) {
      add(
          Kind.STICKY,
          "Sessions no longer keep their stage: what their cookies hold counts as an ID like any"
              + " other, so everybody draws anew.");
    }
  }

  private void tags(ChangedClients clients) {
    Set<String> asked = new TreeSet<>();
    for (Condition condition : after.when()) {
      if (condition instanceof HasTag tag) {
        asked.addAll(tag.names());
      }
    }
    after.pin().flatMap(Split.Pin::tag).ifPresent(asked::add);
    asked.removeIf(tag -> !clients.mayMove(tag));
    if (!asked.isEmpty()) {
      add(
          Kind.TAGS,
          "Tags or edges change: "
              + String.join(", ", asked)
              + ", for which it asks, may be on other requests than before.");
    }
  }

  private void name() {
    if (!before.name().equals(after.name())) {
      add(
          Kind.RENAMED,
          "It was called "
              + before.name()
              + ": the name is part of the draw"
              + (before.identity().sessions().isPresent() ? ", and of what sessions sign" : "")
              + ", so everybody draws anew.");
    }
  }

  private static String pin(Split.Pin pin) {
    return "the header "
        + pin.header()
        + pin.tag().map(tag -> " if it has the tag " + tag).orElse("");
  }

  private void cookie() {
    IdCookie old = before.identity().cookie();
    IdCookie now = after.identity().cookie();
    if (!old.name().equals(now.name())) {
      add(
          Kind.COOKIE,
          "The cookie is "
              + now.name()
              + ", no longer "
              + old.name()
              + ": nobody brings it yet, so everybody gets a new ID and draws anew.");
    } else if (!old.equals(now)) {
      add(
          Kind.COOKIE_LIFE,
          "Cookies that are set from now on have Max-Age="
              + now.maxAge().toSeconds()
              + " and SameSite="
              + now.sameSite()
              + "; "
              + (after.identity().sessions().isPresent()
                  ? "a session gets it with its next request."
                  : "those that users have stay as they are."));
    }
  }

  private void keys(List<SessionCookie.Key> old, List<SessionCookie.Key> now) {
    Set<SessionCookie.Key> shared = SplitChange.shared(before.identity(), after.identity());
    for (SessionCookie.Key key : old) {
      if (!shared.contains(key)) {
        add(
            Kind.KEY_REMOVED,
            "The key "
                + key.id()
                + (isNamed(now, key) ? " has another secret" : " is gone")
                + ": the sessions that it signed"
                + (key.equals(old.get(0)) ? ", all the latest," : "")
                + " end, and their users get new IDs and draw anew.");
      }
    }
    for (SessionCookie.Key key : now) {
      if (!shared.contains(key) && !isNamed(old, key) && !key.equals(now.get(0))) {
        add(Kind.KEY_ADDED, "The key " + key.id() + " is accepted from now on, and signs nothing.");
      }
    }
    if (!old.get(0).equals(now.get(0))) {
      add(
          Kind.SIGNER,
          "The key "
              + now.get(0).id()
              + " signs from now on"
              + (shared.contains(old.get(0))
                  ? "; sessions that " + old.get(0).id() + " signed live on"
                  : "")
              + (old.contains(now.get(0))
                  ? "."
                  : "; a router that still runs the old file ends the sessions that it signs."));
    }
  }

  private static boolean isNamed(List<SessionCookie.Key> keys, SessionCookie.Key like) {
    return keys.stream().anyMatch(key -> key.id().equals(like.id()));
  }

  private void add(Kind kind, String text) {
    notes.add(new SplitNote(kind, text));
  }
}
