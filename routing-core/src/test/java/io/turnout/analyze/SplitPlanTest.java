// SPDX-License-Identifier: Apache-2.0
package io.turnout.analyze;

import static io.turnout.analyze.SomeSplits.BY_HASH;
import static io.turnout.analyze.SomeSplits.closed;
import static io.turnout.analyze.SomeSplits.key;
import static io.turnout.analyze.SomeSplits.ofSessions;
import static io.turnout.analyze.SomeSplits.open;
import static io.turnout.analyze.SomeSplits.sessions;
import static io.turnout.analyze.SomeSplits.split;
import static io.turnout.analyze.SomeSplits.stages;
import static io.turnout.analyze.SomeSplits.weighing;
import static org.assertj.core.api.Assertions.assertThat;

import io.turnout.analyze.SplitChange.Draw;
import io.turnout.analyze.SplitChange.Listed;
import io.turnout.analyze.SplitChange.Move;
import io.turnout.match.Conditions;
import io.turnout.split.IdCookie;
import io.turnout.split.SessionCookie;
import io.turnout.split.Split;
import io.turnout.split.Split.Identity;
import io.turnout.split.Split.Pin;
import io.turnout.split.Splits;
import io.turnout.split.Stage;
import io.turnout.split.Stage.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SplitPlanTest {

  private static final Offset<Double> EXACTLY = Offset.offset(1e-12);
  private static final SessionCookie.Key ONE = key("s1", 'x');
  private static final SessionCookie.Key TWO = key("s2", 'y');

  private static SplitPlan plan(Splits before, Splits after) {
    return SplitPlan.between(before, after, ChangedClients.NONE);
  }

  private static SplitChange change(Split before, Split after) {
    SplitPlan plan = plan(Splits.of(List.of(before)), Splits.of(List.of(after)));
    assertThat(plan.changes()).hasSize(1);
    return plan.changes().get(0);
  }

  private static List<SplitNote.Kind> notes(SplitChange change) {
    return change.notes().stream().map(SplitNote::kind).toList();
  }

  private static List<String> texts(SplitChange change) {
    return change.notes().stream().map(SplitNote::text).toList();
  }

  @Test
  void nothingChanged_isEmpty() {
    Split split = ofSessions(List.of(ONE), open("a", 1), open("b", 2));
    Split same = ofSessions(List.of(key("s1", 'x')), open("a", 1), open("b", 2));
    assertThat(plan(Splits.of(List.of(split)), Splits.of(List.of(same))).isEmpty()).isTrue();
    assertThat(change(split, same).moves()).isEmpty();
    assertThat(plan(Splits.NONE, Splits.NONE).isEmpty()).isTrue();
  }

  @Test
  void oneWeightGrows_takesFromEachOtherByItsShare() {
    SplitChange change = change(weighing(1, 9, 10), weighing(5, 9, 10));
    assertThat(change.stages().get(0).kinds()).containsExactly(StageChange.Kind.REWEIGHTED);
    assertThat(change.stages().get(1).kinds()).isEmpty();
    assertThat(change.stages().get(0).after().orElseThrow().share()).isCloseTo(5 / 24.0, EXACTLY);
    double grows = 5 / 24.0 - 1 / 20.0;
    assertThat(change.moving()).isCloseTo(grows, EXACTLY);
    assertThat(change.least()).isCloseTo(grows, EXACTLY);
    assertThat(change.moves()).extracting(Move::from).containsExactly("c", "b");
    assertThat(change.moves()).extracting(Move::to).containsOnly("a");
    assertThat(change.moves().get(0).fraction()).isCloseTo(grows * 10 / 19, EXACTLY);
  }

  @Test
  void weightsOfOneRatio_moveNobody() {
    SplitChange change = change(weighing(1, 2, 0), weighing(50, 100, 0));
    assertThat(change.moves()).isEmpty();
    assertThat(change.moving()).isZero();
    assertThat(change.isEmpty()).isFalse();
  }

  @Test
  void severalWeights_moveMoreThanTheLeast_andNobodyWhereTheRatioStays() {
    SplitChange change = change(weighing(60, 30, 10, 0), weighing(20, 10, 30, 40));
    assertThat(change.moves())
        .noneMatch(move -> "ab".contains(move.from()) && "ab".contains(move.to()));
    assertThat(change.moving()).isGreaterThan(change.least() + 0.001);
  }

  @Test
  void closedStage_givesUpItsUsersByTheWeightsOfTheOthers() {
    SplitChange change =
        change(
            split("web", BY_HASH, List.of(open("a", 2), open("b", 1), open("c", 3))),
            split("web", BY_HASH, List.of(closed("a"), open("b", 1), open("c", 3))));
    assertThat(change.stages().get(0).kinds())
        .containsExactly(StageChange.Kind.CLOSED, StageChange.Kind.REWEIGHTED);
    assertThat(change.moves()).extracting(Move::to).containsExactly("c", "b");
    assertThat(change.moves().get(0).fraction()).isCloseTo(2 / 6.0 * 3 / 4, EXACTLY);
    assertThat(change.moves().get(1).fraction()).isCloseTo(2 / 6.0 * 1 / 4, EXACTLY);
    assertThat(change.endedSessions()).isEmpty();
  }

  @Test
  void stagesThatComeAndGo_areTold() {
    SplitChange change =
        change(
            split("web", BY_HASH, List.of(open("old", 1))),
            split(
                "web", BY_HASH, List.of(new Stage("new", 1, State.OPEN, Map.of("version", "2")))));
    assertThat(change.stages()).extracting(StageChange::stage).containsExactly("new", "old");
    assertThat(change.stages().get(0).kinds()).containsExactly(StageChange.Kind.ADDED);
    assertThat(change.stages().get(1).kinds()).containsExactly(StageChange.Kind.REMOVED);
    assertThat(change.moves()).containsExactly(new Move("old", "new", 1));
  }

  @Test
  void labels_areToldAsAChangeOfTheStage() {
    Stage now = new Stage("a", 1, State.OPEN, Map.of("version", "2"));
    SplitChange change = change(weighing(1), split("web", BY_HASH, List.of(now)));
    assertThat(change.stages().get(0).kinds()).containsExactly(StageChange.Kind.RELABELLED);
    assertThat(change.moves()).isEmpty();
  }

  @Test
  void sessions_moveOnlyFromStagesThatNoLongerAnswer() {
    SplitChange change =
        change(
            ofSessions(List.of(ONE), open("a", 1), open("b", 1), open("drain", 0), open("c", 2)),
            ofSessions(List.of(ONE), open("a", 3), open("b", 1), closed("drain"), closed("c")));
    assertThat(change.keepsSessions()).isTrue();
    assertThat(change.endedSessions())
        .filteredOn(move -> move.from().equals("drain"))
        .containsExactly(new Move("drain", "a", 0.75), new Move("drain", "b", 0.25));
    List<Move> closed =
        change.endedSessions().stream().filter(move -> move.from().equals("c")).toList();
    assertThat(closed).extracting(Move::to).containsExactly("a", "b");
    assertThat(closed.stream().mapToDouble(Move::fraction).sum()).isCloseTo(1, EXACTLY);
    assertThat(change.endedSessions()).noneMatch(move -> "ab".contains(move.from()));
  }

  @Test
  void renamedSplit_drawsAnewForEverybody() {
    SplitChange change = change(weighing(1, 3), split("shop", BY_HASH, stages(1, 1)));
    assertThat(change.nameBefore()).contains("web");
    assertThat(change.split()).isEqualTo("shop");
    assertThat(change.draw()).isEqualTo(Draw.REHASHED);
    assertThat(notes(change)).containsExactly(SplitNote.Kind.RENAMED);
    assertThat(change.moves())
        .containsExactly(new Move("b", "a", 0.375), new Move("a", "b", 0.125));
  }

  @Test
  void splitOfOneFile_isAddedOrRemoved() {
    Splits some = Splits.of(List.of(weighing(1, 2)));
    SplitChange added = plan(Splits.NONE, some).changes().get(0);
    assertThat(notes(added)).containsExactly(SplitNote.Kind.ADDED);
    assertThat(added.draw()).isEqualTo(Draw.ONE_SIDED);
    assertThat(added.moves()).isEmpty();
    assertThat(added.least()).isZero();
    assertThat(added.of("x").moves()).isFalse();
    SplitChange removed = plan(some, Splits.NONE).changes().get(0);
    assertThat(notes(removed)).containsExactly(SplitNote.Kind.REMOVED);
    assertThat(removed.of("x").after()).isEmpty();
    assertThat(removed.isEmpty()).isFalse();
  }

  @Test
  void cookie_thatIsRenamed_drawsAnew_andOneThatLivesLonger_doesNot() {
    Identity other = new Identity(new IdCookie("sid", Duration.ofMinutes(30), "Lax"), none());
    SplitChange renamed = change(weighing(1, 1), split("web", other, stages(1, 1)));
    assertThat(notes(renamed)).containsExactly(SplitNote.Kind.COOKIE);
    assertThat(renamed.draw()).isEqualTo(Draw.NEW_IDS);
    assertThat(renamed.moving()).isCloseTo(0.5, EXACTLY);
    Identity longer = new Identity(new IdCookie("rid", Duration.ofHours(1), "Lax"), none());
    SplitChange lives = change(weighing(1, 1), split("web", longer, stages(1, 1)));
    assertThat(notes(lives)).containsExactly(SplitNote.Kind.COOKIE_LIFE);
    assertThat(lives.moves()).isEmpty();
  }

  private static <T> Optional<T> none() {
    return Optional.empty();
  }

  @Test
  void stickiness_thatChanges_drawsAnew() {
    Split byHash = split("web", BY_HASH, stages(1, 1));
    Split bySession = split("web", sessions("web", List.of(ONE)), stages(1, 1));
    assertThat(notes(change(byHash, bySession))).containsExactly(SplitNote.Kind.STICKY);
    assertThat(change(byHash, bySession).draw()).isEqualTo(Draw.NEW_IDS);
    assertThat(notes(change(bySession, byHash))).containsExactly(SplitNote.Kind.STICKY);
    assertThat(change(bySession, byHash).draw()).isEqualTo(Draw.NEW_IDS);
    assertThat(change(bySession, byHash).keepsSessions()).isFalse();
  }

  @Test
  void whenAndPin_areTold() {
    Split plain = weighing(1, 1);
    Split narrower =
        new Split(
            "web",
            List.of(Conditions.tag(List.of("internal"))),
            BY_HASH,
            Optional.of(new Pin("x-stage", Optional.of("internal"))),
            stages(1, 1));
    SplitChange change = change(plain, narrower);
    assertThat(notes(change)).containsExactly(SplitNote.Kind.WHEN, SplitNote.Kind.PIN);
    assertThat(texts(change).get(1)).contains("x-stage if it has the tag internal");
    assertThat(notes(change(narrower, plain)))
        .containsExactly(SplitNote.Kind.WHEN, SplitNote.Kind.PIN);
  }

  private static SplitChange keys(List<SessionCookie.Key> before, List<SessionCookie.Key> after) {
    return change(ofSessions(before, open("a", 1)), ofSessions(after, open("a", 1)));
  }

  @Test
  void newFirstKey_keepsTheSessionsOfOneThatStays() {
    SplitChange change = keys(List.of(ONE), List.of(TWO, ONE));
    assertThat(notes(change)).containsExactly(SplitNote.Kind.SIGNER);
    assertThat(texts(change).get(0))
        .contains("sessions that s1 signed live on", "still runs the old file");
    assertThat(change.keepsSessions()).isTrue();
    assertThat(texts(keys(List.of(ONE, TWO), List.of(TWO, ONE))).get(0)).endsWith("live on.");
  }

  @Test
  void newSecondKey_signsNothing() {
    SplitChange change = keys(List.of(ONE), List.of(ONE, TWO));
    assertThat(notes(change)).containsExactly(SplitNote.Kind.KEY_ADDED);
    assertThat(change.keepsSessions()).isTrue();
  }

  @Test
  void removedKey_endsTheSessionsThatItSigned() {
    SplitChange change = keys(List.of(TWO, ONE), List.of(TWO));
    assertThat(notes(change)).containsExactly(SplitNote.Kind.KEY_REMOVED);
    assertThat(texts(change).get(0)).contains("s1 is gone").doesNotContain("all the latest");
    assertThat(change.keepsSessions()).isTrue();
  }

  @Test
  void onlyKey_withAnotherSecret_endsAllSessions() {
    SplitChange change = keys(List.of(ONE), List.of(key("s1", 'z')));
    assertThat(notes(change)).containsExactly(SplitNote.Kind.KEY_REMOVED, SplitNote.Kind.SIGNER);
    assertThat(texts(change).get(0)).contains("has another secret", "all the latest");
    assertThat(change.keepsSessions()).isFalse();
    assertThat(change.draw()).isEqualTo(Draw.NEW_IDS);
  }

  @Test
  void noText_hasASecret() {
    assertThat(texts(keys(List.of(ONE), List.of(TWO)))).noneMatch(text -> text.contains("yyy"));
  }

  @Test
  void listedId_hasTheStagesThatTheSplitsThemselvesGive() {
    Split before = weighing(1, 1);
    Split after = weighing(1, 3);
    SplitChange change = change(before, after);
    for (int i = 0; i < 100; i++) {
      Listed listed = change.of("user-" + i);
      assertThat(listed.before()).contains(before.byWeights("user-" + i).name());
      assertThat(listed.after()).contains(after.byWeights("user-" + i).name());
      assertThat(listed.moves()).isEqualTo(!listed.before().equals(listed.after()));
    }
  }
}
