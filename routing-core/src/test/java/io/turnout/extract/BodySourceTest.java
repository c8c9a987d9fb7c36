// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.extract.BodySource.Applicability;
import io.turnout.request.BodyPresence;
import io.turnout.request.TestHead;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodySourceTest {

  private static final BodySource JSON = Sources.json("/id", 100);
  private static final BodySource FORM = Sources.form("id", 100);
  private static final TestHead HEAD = TestHead.post("/");

  @ParameterizedTest
  @CsvSource({
    "application/json,READABLE,ABSENT",
    "text/plain,READABLE,ABSENT",
    "application/x-www-form-urlencoded,ABSENT,READABLE",
    "'Application/X-WWW-Form-Urlencoded ; charset=utf-8',ABSENT,READABLE",
    "multipart/form-data; boundary=x,ABSENT,ABSENT",
    "Multipart/Mixed,ABSENT,ABSENT",
    "nonsense,READABLE,ABSENT"
  })
  void contentType_rulesOut(String type, Applicability json, Applicability form) {
    var request = HEAD.with("Content-Type", type).request();
    assertThat(JSON.applicability(request)).isEqualTo(json);
    assertThat(FORM.applicability(request)).isEqualTo(form);
  }

  @Test
  void contentType_missing() {
    assertThat(JSON.applicability(HEAD.request())).isEqualTo(Applicability.READABLE);
    assertThat(FORM.applicability(HEAD.request())).isEqualTo(Applicability.ABSENT);
  }

  @Test
  void bodyPresence_none_isAbsentEvenIfEncoded() {
    TestHead encoded = HEAD.with("content-encoding", "gzip");
    assertThat(JSON.applicability(encoded.with(BodyPresence.NONE).request()))
        .isEqualTo(Applicability.ABSENT);
    assertThat(JSON.applicability(encoded.with(BodyPresence.SOME).request()))
        .isEqualTo(Applicability.ENCODED);
    assertThat(JSON.applicability(encoded.request())).isEqualTo(Applicability.ENCODED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "identity, br", ", GZIP ,", "identity;q=1", "x"})
  void contentEncoding_countsUnlessItIsIdentity(String encoding) {
    TestHead head = HEAD.with("Content-Encoding", "").with("Content-Encoding", encoding);
    assertThat(JSON.applicability(head.request())).isEqualTo(Applicability.ENCODED);
    var form = head.with("Content-Type", "application/x-www-form-urlencoded").request();
    assertThat(JSON.applicability(form)).isEqualTo(Applicability.ABSENT);
    assertThat(FORM.applicability(form)).isEqualTo(Applicability.ENCODED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "identity", "Identity , ,IDENTITY", ","})
  void contentEncoding_identityAndEmptyDoNotCount(String encoding) {
    TestHead head = HEAD.with("Content-Encoding", "identity").with("Content-Encoding", encoding);
    assertThat(JSON.applicability(head.request())).isEqualTo(Applicability.READABLE);
  }

  @Test
  void json_refusesWhatIsNoPointer() {
    assertThatThrownBy(() -> Sources.json("", 1)).hasMessageContaining("whole document");
    assertThatThrownBy(() -> Sources.json("id", 1)).hasMessageContaining("must start with a slash");
    assertThatThrownBy(() -> Sources.json("/a~", 1)).hasMessageContaining("write ~0 for a tilde");
    assertThatThrownBy(() -> Sources.json("/a~2b", 1)).hasMessageContaining("/a~2b");
    assertThatThrownBy(() -> Sources.json("/\ud800", 1)).hasMessageContaining("surrogate");
    assertThatThrownBy(() -> Sources.json("/a", -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the limit is -1 bytes; it must be 0 or more");
    assertThat(Sources.json("/", 0)).hasToString("body: { json: /, limit: 0 }");
  }

  @Test
  void form_refusesAnEmptyNameAndANegativeLimit() {
    assertThatThrownBy(() -> Sources.form("", 1)).hasMessageContaining("has no name");
    assertThatThrownBy(() -> Sources.form("a", -5)).hasMessageContaining("-5 bytes");
    assertThat(Sources.form("a", 5)).hasToString("body: { form: a, limit: 5 }");
  }

  @Test
  void sources_areValues() {
    assertThat(Sources.json("/a", 1)).isEqualTo(Sources.json("/a", 1));
    assertThat(Sources.json("/a", 1)).hasSameHashCodeAs(Sources.json("/a", 1));
    assertThat(Sources.json("/a", 1)).isNotEqualTo(Sources.json("/a", 2));
    assertThat(Sources.json("/a", 1)).isNotEqualTo(Sources.json("/b", 1));
    assertThat(JSON.word()).isEqualTo("body");
    assertThat(FORM.word()).isEqualTo("body");
  }

  @Test
  void scan_refusesMixedOrMissingQuestions() {
    assertThatThrownBy(() -> BodyScan.of(List.of(JSON, FORM), 64))
        .hasMessageContaining("either JSON or a form");
    assertThatThrownBy(() -> BodyScan.of(List.of(), 64)).hasMessageContaining("at least one");
    assertThatThrownBy(() -> BodyScan.of(List.of(JSON), -1)).hasMessageContaining("-1");
  }

  @Test
  void scan_afterTheEnd() {
    BodyScan scan = BodyScan.of(List.of(JSON), 64);
    assertThat(scan.result(0)).isEqualTo(Extraction.needsBody());
    assertThat(scan.settledAt(0)).isEqualTo(-1);
    scan.offer(ByteBuffer.allocate(0));
    scan.end();
    scan.end();
    assertThat(scan.result(0)).isEqualTo(Extraction.absent());
    assertThatThrownBy(() -> scan.offer(ByteBuffer.allocate(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the body has ended");
  }
}
