// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.turnout.analyze.SplitChange;
import io.turnout.analyze.SplitChange.Move;
import io.turnout.analyze.StageChange;
import io.turnout.cli.terminal.Json;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** What becomes of the users of splits, for programs: one JSON document. */
final class SplitPlanJson {

  private SplitPlanJson() {}

  static String of(List<PlannedSplit> splits) throws JsonProcessingException {
    JsonMapper mapper = Json.mapper();
    ObjectNode root = mapper.createObjectNode();
    ArrayNode all = root.putArray("splits");
    splits.forEach(split -> split(all.addObject(), split));
    return mapper.writeValueAsString(root);
  }

  private static void split(ObjectNode node, PlannedSplit planned) {
    SplitChange change = planned.change();
    node.put("split", change.split()).put("changes", !change.isEmpty());
    ObjectNode before = node.putObject("before");
    change.nameBefore().ifPresent(name -> before.put("name", name));
    change.stickyBefore().ifPresent(sticky -> before.put("sticky", Words.of(sticky)));
    ObjectNode after = node.putObject("after");
    change.nameAfter().ifPresent(name -> after.put("name", name));
    change.stickyAfter().ifPresent(sticky -> after.put("sticky", Words.of(sticky)));
    node.put("draw", Words.of(change.draw())).put("keeps-sessions", change.keepsSessions());
    ArrayNode stages = node.putArray("stages");
    change.stages().forEach(stage -> stage(stages.addObject(), stage));
    ObjectNode expected = node.putObject("expected");
    expected.put("moving", change.moving()).put("least", change.least());
    moves(expected.putArray("moves"), change.moves());
    moves(node.putArray("ended-sessions"), change.endedSessions());
    ArrayNode notes = node.putArray("notes");
    change
        .notes()
        .forEach(
            note -> notes.addObject().put("kind", Words.of(note.kind())).put("text", note.text()));
    planned.ids().ifPresent(ids -> ids(node.putObject("ids"), ids));
  }

  private static void stage(ObjectNode node, StageChange stage) {
    node.put("stage", stage.stage());
    ArrayNode changes = node.putArray("changes");
    stage.kinds().forEach(kind -> changes.add(Words.of(kind)));
    side(node, "before", stage.before());
    side(node, "after", stage.after());
  }

  private static void side(ObjectNode node, String name, Optional<StageChange.Side> side) {
    if (side.isPresent()) {
      ObjectNode one = node.putObject(name);
      one.put("share", side.get().share())
          .put("weight", side.get().stage().weight())
          .put("closed", !side.get().stage().isOpen());
      ObjectNode labels = one.putObject("labels");
      new TreeMap<>(side.get().stage().labels()).forEach(labels::put);
    }
  }

  private static void moves(ArrayNode nodes, List<Move> moves) {
    moves.forEach(
        move ->
            nodes
                .addObject()
                .put("from", move.from())
                .put("to", move.to())
                .put("fraction", move.fraction()));
  }

  private static void ids(ObjectNode node, PlannedSplit.Ids ids) {
    node.put("listed", ids.listed()).put("going", ids.going().size());
    ArrayNode counts = node.putArray("counts");
    for (PlannedSplit.Count count : ids.counts()) {
      way(counts.addObject(), count.from(), count.to()).put("count", count.count());
    }
    ArrayNode going = node.putArray("ids");
    ids.going()
        .forEach(one -> way(going.addObject().put("id", one.id()), one.before(), one.after()));
  }

  private static ObjectNode way(ObjectNode node, Optional<String> from, Optional<String> to) {
    from.ifPresent(stage -> node.put("from", stage));
    to.ifPresent(stage -> node.put("to", stage));
    return node;
  }
}
