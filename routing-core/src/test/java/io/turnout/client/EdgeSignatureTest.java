// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turnout.client.EdgeProof.Worth;
import io.turnout.request.TestHead;
import io.turnout.spi.VirtualTime;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeSignatureTest {

  private static final long CREATED = 1_618_884_473;
  private static final byte[] RFC_SECRET =
      Base64.getDecoder()
          .decode(
              "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==");
  private static final byte[] SECRET = "an edge's secret of 32 bytes or more".getBytes(UTF_8);

  /** RFC 9421, appendix B.2: the request of the examples. */
  private static TestHead rfcRequest() {
    return TestHead.of("POST", "/foo?param=Value&Pet=dog")
        .with("Host", "example.com")
        .with("Date", "Tue, 20 Apr 2021 02:07:55 GMT")
        .with("Content-Type", "application/json")
        .with(
            "Content-Digest",
            "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:")
        .with("Content-Length", "18");
  }

  private static final EdgeSignature RFC_EDGE =
      EdgeSignature.of(
          Map.of("test-shared-secret", RFC_SECRET), List.of("@authority"), Duration.ofMinutes(1));

  private static Worth rfc(TestHead head, long nowSeconds) {
    return RFC_EDGE.worth(new Evidence(head, new VirtualTime(nowSeconds * 1_000)));
  }

  @Test
  void exampleOfTheRfc_verifies() {
    TestHead head =
        rfcRequest()
            .with(
                "Signature-Input",
                "sig-b25=(\"date\" \"@authority\" \"content-type\");created=1618884473;keyid=\"test-shared-secret\"")
            .with("Signature", "sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:");
    assertThat(rfc(head, CREATED)).isEqualTo(Worth.ALL);
    assertThat(rfc(head, CREATED + 60)).isEqualTo(Worth.ALL);
    assertThat(rfc(head, CREATED + 61)).isEqualTo(Worth.NONE);
    assertThat(rfc(head, CREATED - 30)).isEqualTo(Worth.ALL);
    assertThat(rfc(head, CREATED - 31)).isEqualTo(Worth.NONE);
  }

  private static final EdgeSignature EDGE =
      EdgeSignature.of(
          Map.of("a1", SECRET, "a2", "another secret of 32 bytes or more".getBytes(UTF_8)),
          List.of("@method", "@path", "@query", "turnout-client-ip"),
          Duration.ofMinutes(1));

  private static TestHead signed(TestHead head, EdgeSigner.Signed signed) {
    return head.with("Signature-Input", signed.input()).with("Signature", signed.signature());
  }

  private static final VirtualTime TIME = new VirtualTime(CREATED * 1_000);

  private static final EdgeSigner SIGNER =
      EdgeSigner.builder("a1", SECRET)
          .covers(List.of("@method", "@path", "@query", "turnout-client-ip"))
          .clock(TIME)
          .build();

  private static boolean proves(TestHead head) {
    return EDGE.worth(new Evidence(head, TIME)) == Worth.ALL;
  }

  private static TestHead request(String target) {
    return TestHead.get(target).with("Turnout-Client-Ip", "203.0.113.9");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/?",
        "/a?b=c",
        "/a?b=c&b=c",
        "/a?b=%2B+c",
        "/a%2fb/%2F",
        "/a//b/./c/../d",
        "/a;x=1?y;z",
        "/a?x=%e2%82%ac",
        "/a?b&c=&=d",
        "*",
        "http://example.com/a?b"
      })
  void whatTheSignerWrites_verifiesForThisTargetAndNoOther(String target) {
    EdgeSigner.Signed signed = SIGNER.sign(request(target));
    assertThat(proves(signed(request(target), signed))).isTrue();
    assertThat(proves(signed(request(target + "&x"), signed))).isFalse();
    assertThat(proves(signed(request("/other"), signed))).isFalse();
  }

  @Test
  void whatIsCovered_cannotBeChanged() {
    EdgeSigner.Signed signed = SIGNER.sign(request("/"));
    TestHead other = TestHead.get("/").with("Turnout-Client-Ip", "203.0.113.8");
    assertThat(proves(signed(other, signed))).isFalse();
    TestHead twice = request("/").with("Turnout-Client-Ip", "203.0.113.8");
    assertThat(proves(signed(twice, signed))).isFalse();
    assertThat(
            proves(
                signed(TestHead.of("POST", "/").with("Turnout-Client-Ip", "203.0.113.9"), signed)))
        .isFalse();
  }

  @Test
  void routingFieldOutsideOfTheSignature_leavesTheClientAlone() {
    EdgeSigner.Signed signed = SIGNER.sign(request("/"));
    for (String name : List.of("Turnout-Key", "turnout-hops", "TURNOUT_CLIENT", "Turnout-New")) {
      TestHead added = signed(request("/").with(name, "1"), signed);
      assertThat(EDGE.worth(new Evidence(added, TIME))).as(name).isEqualTo(Worth.CLIENT);
    }
    TestHead whole = request("/").with("Turnout-Hops", "1").with("Turnout-Key", "\"a:b\"");
    assertThat(proves(signed(whole, SIGNER.sign(whole)))).isTrue();
  }

  @Test
  void signatureBesideOthers_keepsWhatTheReceiverCanStillRead() {
    TestHead theirs =
        request("/")
            .with("Signature-Input", "turnout=();created=1;keyid=\"k\"")
            .with("Signature-Input", "b=();created=1;keyid=\"k\"")
            .with("Signature", "turnout=:AAAA:, b=:AAAA:");
    EdgeSigner.Signed both = SIGNER.signBeside(theirs).orElseThrow();
    assertThat(both.input())
        .startsWith("turnout=();created=1;keyid=\"k\", b=")
        .contains("turnout-2=(");
    assertThat(proves(signed(request("/"), both))).isTrue();
    for (String broken :
        List.of("turnout=", "a=(), a=()", "a=();created=1;keyid=\"k\"", "x".repeat(7_000))) {
      TestHead hostile = request("/").with("Signature-Input", broken).with("Signature", "b=:AAAA:");
      EdgeSigner.Signed alone = SIGNER.signBeside(hostile).orElseThrow();
      assertThat(alone.input()).startsWith("turnout=(\"@method\"");
      assertThat(proves(signed(request("/"), alone))).isTrue();
    }
  }

  @Test
  void signatureBesideOthers_staysAlone_whereBothWouldBeTooLong() {
    EdgeSigner.Signed own = SIGNER.sign(request("/"));
    int room = SignatureFields.MAX_CHARS - own.input().length() - 2;
    for (int over : List.of(0, 1)) {
      String begun = "a=();x=\"";
      String theirs = begun + "x".repeat(room + over - begun.length() - 1) + '"';
      TestHead head = request("/").with("Signature-Input", theirs).with("Signature", "a=:AAAA:");
      EdgeSigner.Signed signed = SIGNER.signBeside(head).orElseThrow();
      assertThat(signed.input().startsWith(begun)).as("%s over", over).isEqualTo(over == 0);
      assertThat(proves(signed(request("/"), signed))).as("%s over", over).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "@status",
        "@Method",
        "Host",
        "x a",
        "x\u00e9",
        "signature",
        "signature-input"
      })
  void componentThatNoRequestHas_isRefusedBeforeAnythingIsSigned(String component) {
    EdgeSigner.Builder builder = EdgeSigner.builder("a1", SECRET);
    assertThatThrownBy(() -> builder.covers(List.of("@path", component)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not \"" + component + "\"");
    assertThat(EdgeSigner.DERIVED)
        .allSatisfy(derived -> assertThat(builder.covers(List.of(derived))).isSameAs(builder));
  }

  @Test
  void label_isTheKeyOfADictionary() {
    EdgeSigner.Builder builder = EdgeSigner.builder("a1", SECRET);
    String longest = "a".repeat(64);
    assertThat(builder.label(longest).build().sign(request("/")).input()).startsWith(longest + '=');
    for (String label : List.of("", "Turnout", "a b", "a=b", "a,b", longest + 'a')) {
      assertThatThrownBy(() -> builder.label(label))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("\"" + label + "\"");
    }
  }

  @Test
  void requestThatLacksWhatIsToBeCovered_isNotSigned() {
    EdgeSigner more = EdgeSigner.builder("a1", SECRET).covers(List.of("x-tenant")).build();
    assertThat(more.signBeside(request("/"))).isEmpty();
    assertThat(more.signBeside(request("/").with("X-Tenant", "7"))).isPresent();
    assertThatThrownBy(() -> more.sign(request("/"))).hasMessageContaining("x-tenant");
  }

  private static List<String> doubts(TestHead head, long nowSeconds) {
    return EDGE.doubts(new Evidence(head, new VirtualTime(nowSeconds * 1_000)));
  }

  @Test
  void doubts_sayWhyASignatureProvesTooLittle() {
    TestHead good = signed(request("/"), SIGNER.sign(request("/")));
    String of = "the signature with key a1 ";
    assertThat(doubts(good, CREATED)).isEmpty();
    assertThat(doubts(request("/"), CREATED)).isEmpty();
    assertThat(doubts(good, CREATED + 61)).containsExactly(of + "is 61 s old; 60 s are the most");
    assertThat(doubts(good, CREATED - 31))
        .containsExactly(of + "was made 31 s ahead of this clock; 30 s pass");
    assertThat(doubts(good.with("Turnout-Key", "x"), CREATED))
        .containsExactly(of + "leaves out a Turnout field, so that none of them is believed");
    assertThat(doubts(signed(request("/a"), SIGNER.sign(request("/"))), CREATED))
        .containsExactly(
            of + "is not that of this request: another secret, or a change on the way");
    EdgeSigner less =
        EdgeSigner.builder("a1", SECRET).covers(List.of("@method", "@path")).clock(TIME).build();
    assertThat(doubts(signed(TestHead.get("/"), less.sign(TestHead.get("/"))), CREATED))
        .containsExactly(of + "does not cover @query, turnout-client-ip");
    EdgeSigner other = EdgeSigner.builder("b9", SECRET).clock(TIME).build();
    assertThat(doubts(signed(request("/"), other.sign(request("/"))), CREATED))
        .containsExactly("the signature with key b9 is of none of the edge's keys");
    assertThat(doubts(request("/").with("Signature-Input", "rubbish"), CREATED))
        .singleElement()
        .asString()
        .startsWith("no signature can be read");
  }

  @Test
  void signatureThatCoversTooLittle_provesNothing() {
    EdgeSigner less =
        EdgeSigner.builder("a1", SECRET).covers(List.of("@method", "@path")).clock(TIME).build();
    assertThat(proves(signed(request("/"), less.sign(request("/"))))).isFalse();
  }

  @Test
  void oneGoodSignatureOfSeveral_isEnough() {
    EdgeSigner.Signed good = SIGNER.sign(request("/"));
    String bad = "x" + good.input().substring(good.input().indexOf('='));
    TestHead head =
        request("/")
            .with("Signature-Input", bad + ", " + good.input())
            .with("Signature", "x=:AAAA:, " + good.signature());
    assertThat(proves(head)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "keyid=\"a1\"|keyid=\"a2\"",
        "keyid=\"a1\"|keyid=\"b1\"",
        "keyid=\"a1\"|nokeyid=\"a1\"",
        "keyid=\"a1\"|keyid=a1",
        "alg=\"hmac-sha256\"|alg=\"none\"",
        "alg=\"hmac-sha256\"|alg=\"HMAC-SHA256\"",
        "created=1618884473|created=1618884474",
        "created=1618884473|created=\"1618884473\"",
        "created=1618884473|made=1618884473",
        "created=1618884473|created=1618884473;expires=1618884473",
        "created=1618884473|created=1;created=1618884473",
        "turnout=(|other=(",
        "turnout=(|turnout=(),turnout=(",
        "\"@method\"|\"@method\" \"@method\"",
        "\"@method\"|\"@method\";req",
        "\"@method\"|\"@METHOD\"",
        "\"@path\"|\"@status\"",
        "\"@path\"|@path",
        "(|",
      })
  void changedInput_provesNothing(String from, String to) {
    EdgeSigner.Signed signed = SIGNER.sign(request("/"));
    String changed = signed.input().replace(from, to == null ? "" : to);
    assertThat(changed).isNotEqualTo(signed.input());
    assertThat(proves(signed(request("/"), new EdgeSigner.Signed(changed, signed.signature()))))
        .isFalse();
  }

  @Test
  void truncatedSignature_provesNothing() {
    EdgeSigner.Signed signed = SIGNER.sign(request("/"));
    String value = signed.signature();
    for (int i = 0; i < value.length(); i++) {
      String cut = value.substring(0, i);
      assertThat(proves(signed(request("/"), new EdgeSigner.Signed(signed.input(), cut))))
          .as("cut at %s", i)
          .isFalse();
      boolean whole = i >= value.length() - 2; // padding may be left out
      assertThat(proves(signed(request("/"), new EdgeSigner.Signed(signed.input(), cut + ":"))))
          .as("cut at %s and closed", i)
          .isEqualTo(whole);
    }
  }

  @Test
  void moreSignaturesThanTheLimit_proveNothing() {
    EdgeSigner.Signed signed = SIGNER.sign(request("/"));
    StringBuilder inputs = new StringBuilder(signed.input());
    StringBuilder values = new StringBuilder(signed.signature());
    for (int i = 1; i < SignatureFields.MAX_SIGNATURES; i++) {
      inputs.append(", s").append(i).append("=();created=1;keyid=\"k\"");
      values.append(", s").append(i).append("=:AAAA:");
    }
    assertThat(proves(signed(request("/"), new EdgeSigner.Signed(inputs + "", values + ""))))
        .isTrue();
    inputs.append(", s=();created=1;keyid=\"k\"");
    values.append(", s=:AAAA:");
    assertThat(proves(signed(request("/"), new EdgeSigner.Signed(inputs + "", values + ""))))
        .isFalse();
  }

  private static EdgeSigner.Signed left(String input, String signature) {
    TestHead head = TestHead.of("GET", "/").with("Signature-Input", input);
    return EdgeSigner.withoutRouters(head.with("Signature", signature)).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"turnout-client", "Turnout-Hops", "turnout_key"})
  void signatureThatCoversARoutingField_doesNotGoOn(String field) {
    String ours = "o=(\"@path\" \"" + field + "\");created=1;keyid=\"k\"";
    String theirs = "t=(\"@path\" \"x-turnout\");created=1;keyid=\"a, \\\"b\\\"\"";
    assertThat(left(ours, "o=:AAAA:")).isEqualTo(new EdgeSigner.Signed("", ""));
    assertThat(left(ours + ", " + theirs, "t=:AAAA:, o=:BBBB:"))
        .isEqualTo(new EdgeSigner.Signed(theirs, "t=:AAAA:"));
    assertThat(left(ours, "(((").signature()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t=(\"@path\");keyid=\"k\"",
        "turnout=(\"@path\");keyid=\"turnout-\"",
        "t=\"turnout-key\"",
        "(((turnout-",
        ""
      })
  void otherSignatures_goOnAsTheyAre(String input) {
    TestHead head = TestHead.of("GET", "/").with("Signature-Input", input);
    assertThat(EdgeSigner.withoutRouters(head)).isEmpty();
  }
}
