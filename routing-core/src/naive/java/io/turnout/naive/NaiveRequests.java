// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import io.turnout.naive.NaiveRequest.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Makes requests of the same small alphabets as {@link NaiveScenes}, some of them damaged. */
public final class NaiveRequests {

  private static final List<String> METHODS = List.of("GET", "POST", "get", "PUT");
  private static final List<String> HOSTS =
      List.of("a.ex", "A.ex:80", "b.a.ex", "ex", ".ex", "x..ex", "a.ex:", "other", "");
  private static final List<String> SEGMENTS =
      List.of(
          "a", "b", "", "@u", "v1.j", ".j", "A", "a%2Fb", "%61", "%C3%A9", "bb", "a%41", "a;b",
          "a%2541", "%5C", "aba", "+");
  private static final List<String> BAD_SEGMENTS =
      List.of(
          "%zz", "%", "%ff", "..", "%2e", ".%2E", "a\\", "%00", "a#b", "%C2%80", "%4", "\u00ff");
  private static final List<String> VALUES =
      List.of(
          "",
          "a",
          "A",
          "ab",
          " a\t",
          "1",
          "c1",
          "c2",
          "c4",
          "\u00e9",
          "b@A.ex.",
          "a@b@ex",
          "@ex",
          "a@",
          "a@b\u00fc.ex",
          "a@\u00df.ex",
          "a@x..y",
          "YQ==",
          "YQ",
          "YR",
          "_-8",
          "_+",
          "w6k=",
          "a\u0001");
  private static final List<String> QUERY_NAMES =
      List.of("q", "p", "%71", "%C3%A9", "a+b", "a%20b", "%zz", "q%00");
  private static final List<String> QUERY_VALUES =
      List.of(
          "=a",
          "=",
          "",
          "=a+b",
          "=%61",
          "=%zz",
          "=%ff",
          "=A",
          "=c1",
          "==",
          "=a%2Bb",
          "=YQ%3D%3D",
          "=%C3%A9");
  private static final List<String> COOKIE_PIECES =
      List.of(
          "s=a",
          "S=b",
          "t=a",
          " s=b ",
          "s=\"a\"",
          "s=",
          "s=\"a",
          "s",
          "=a",
          "s=a b",
          "s=c1",
          "t=\"\"",
          "s=\u00e9",
          "s = a",
          "s=a=b",
          "");
  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/JSON ; charset=x",
          "application/a+json",
          "application/+json",
          "application/x-www-form-urlencoded",
          "Application/x-www-form-urlencoded;a=b",
          "multipart/form-data; boundary=a",
          "text/plain",
          "");
  private static final List<String> ENCODINGS =
      List.of("identity", "gzip", "", "Identity, ", "identity,br", ",");
  private static final List<String> NAMES =
      List.of("a", "b", "0", "\\u0061", "\u00e9", "*", "", "~", "/", "\\ud800", "c\\n");
  private static final List<String> SCALARS =
      List.of(
          "1",
          "-0",
          "12",
          "1e3",
          "1.0",
          "007",
          "12abc",
          "true",
          "null",
          "nul",
          "\"\"",
          "\"a\"",
          "\"\\u0061\"",
          "\"c1\"",
          "\"\u00e9\"",
          "\"\\ud800\"",
          "\"\\ud83d\\ude00\"",
          "\"A\"",
          "\"\\x\"",
          "\"b@ex\"",
          "\"YQ==\"",
          "1]",
          "-",
          "\"\\u00\"",
          "\"1\"");
  private static final List<String> CLAIMS =
      List.of(
          "{\"a\":\"c1\"}",
          "{\"a\":{\"b\":\"a\"}}",
          "{\"a\":[\"1\"]}",
          "{\"b\":7,\"b\":\"A\"}",
          "{\"*\":\"a\",\"a/b\":-0}",
          "{\"a\":1e3,\"b\":\"\"}",
          "{\"a\":\"b@ex\"} ",
          "{\"a\":12}x",
          "[]",
          "1");
  private static final List<String> FIELDS =
      List.of(
          "a=1",
          "a",
          "a=",
          "b=%61",
          "a=%zz",
          "%61=2",
          "a+b=c",
          "%C3%A9=%C3%A9",
          "a=%ff",
          "%zz=1",
          "b=c1",
          "");

  private final Choice choice;

  public NaiveRequests(Choice choice) {
    this.choice = choice;
  }

  /** A request. */
  public NaiveRequest next() {
    List<Field> fields = new ArrayList<>();
    int hosts = choice.oneIn(12) ? 2 : choice.oneIn(12) ? 0 : 1;
    for (int i = 0; i < hosts; i++) {
      fields.add(new Field("Host", choice.pick(HOSTS)));
    }
    for (int i = choice.below(3); i > 0; i--) {
      fields.add(new Field(choice.pick(List.of("X-A", "x-a", "X-B")), bytes(choice.pick(VALUES))));
    }
    if (choice.oneIn(20)) {
      fields.add(new Field("X-A", "\u00ff"));
    }
    for (int i = choice.below(4) / 2; i > 0; i--) {
      fields.add(new Field("cookie", bytes(cookies())));
    }
    if (choice.oneIn(2)) {
      fields.add(new Field("Authorization", authorization()));
    }
    String type = choice.pick(TYPES);
    for (int i = choice.oneIn(6) ? choice.below(3) : 1; i > 0; i--) {
      fields.add(new Field("Content-Type", type));
      type = choice.pick(TYPES);
    }
    if (choice.oneIn(10)) {
      fields.add(new Field("Content-Encoding", choice.pick(ENCODINGS)));
    }
    boolean form = type.contains("form") ? !choice.oneIn(5) : choice.oneIn(12);
    byte[] body = choice.oneIn(10) ? new byte[0] : damaged(form ? form() : json());
    return new NaiveRequest(choice.pick(METHODS), target(), fields, body);
  }

  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private String target() {
    if (choice.oneIn(40)) {
      return choice.pick(List.of("*", "a.ex:443", "http://b.a.ex", "https://a.ex:1?q=a"));
    }
    StringBuilder target = new StringBuilder(choice.oneIn(12) ? "http://b.a.ex" : "");
    int segments = 1 + choice.below(3);
    for (int i = 0; i < segments; i++) {
      target.append('/').append(choice.pick(choice.oneIn(25) ? BAD_SEGMENTS : SEGMENTS));
    }
    int parameters = choice.below(4);
    for (int i = 0; i < parameters; i++) {
      target.append(i == 0 ? '?' : '&').append(choice.pick(QUERY_NAMES));
      target.append(choice.oneIn(8) ? "=" + token() : choice.pick(QUERY_VALUES));
    }
    return target.toString();
  }

  private String cookies() {
    StringBuilder line = new StringBuilder(choice.pick(COOKIE_PIECES));
    for (int i = choice.below(3); i > 0; i--) {
      line.append(choice.pick(List.of(";", "; ", ";\t"))).append(choice.pick(COOKIE_PIECES));
    }
    return choice.oneIn(5) ? line + "; t=" + token() : line.toString();
  }

  private String authorization() {
    List<String> schemes =
        List.of("Bearer ", "bearer  ", "BEARER ", "Bearer", "Basic ", "Bearer\t");
    return choice.pick(choice.oneIn(4) ? schemes : schemes.subList(0, 3)) + token();
  }

  private String token() {
    String payload = choice.oneIn(2) ? choice.pick(CLAIMS) : json();
    payload = payload.replace("\\ud800\":", "x\":"); // Jackson takes no such name,
    payload = payload.replace("-0", "-7"); // and forgets this sign
    Base64.Encoder url = Base64.getUrlEncoder().withoutPadding();
    String middle = url.encodeToString(payload.getBytes(StandardCharsets.UTF_8));
    if (!choice.oneIn(4)) {
      return "e30." + middle + ".";
    }
    String token = choice.pick(List.of("e30.", "x.", ".", "e30.e30.", "+.")) + middle;
    return token + choice.pick(List.of(".", ".sig", ".x", "", ".=", ".a.b"));
  }

  private byte[] damaged(String text) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    if (!choice.oneIn(6) || body.length == 0) {
      return body;
    }
    int at = choice.below(body.length);
    return switch (choice.below(4)) {
      case 0 -> Arrays.copyOf(body, at);
      case 1 -> ("\ufeff" + text).getBytes(StandardCharsets.UTF_8);
      default -> {
        body[at] = (byte) choice.below(256);
        yield body;
      }
    };
  }

  private String form() {
    StringBuilder form = new StringBuilder(choice.pick(FIELDS));
    for (int i = choice.below(4); i > 0; i--) {
      form.append('&').append(choice.pick(FIELDS));
    }
    return form.toString();
  }

  private String json() {
    return choice.oneIn(4) ? choice.pick(CLAIMS) : blank() + value(3) + blank();
  }

  private String value(int levels) {
    int kind = choice.below(levels == 3 ? 3 : 8);
    if (levels == 0 || kind > 3) {
      return choice.pick(SCALARS);
    }
    boolean object = kind < 2;
    StringBuilder text = new StringBuilder(object ? "{" : "[").append(blank());
    int count = choice.below(5);
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ",").append(blank());
      if (object) {
        text.append('"').append(choice.pick(NAMES)).append('"').append(blank()).append(':');
      }
      text.append(blank()).append(value(levels - 1)).append(blank());
    }
    return text.append(object ? '}' : ']').toString();
  }

  private String blank() {
    return choice.oneIn(8) ? " " : "";
  }
}
