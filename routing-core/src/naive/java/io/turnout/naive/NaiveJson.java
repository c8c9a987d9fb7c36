// SPDX-License-Identifier: Apache-2.0
package io.turnout.naive;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Looks one pointer up in a whole document, by recursive descent; stops where it is certain. */
public final class NaiveJson {

  private static final String ANY = "*";
  private static final String BLANKS = " \t\r\n";

  /** The answer is certain. */
  private static final class Certain extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient NaiveAnswer answer;

    Certain(NaiveAnswer answer) {
      super(null, null, false, false);
      this.answer = answer;
    }
  }

  private final byte[] body;
  private final int depth;
  private final TreeSet<String> found = new TreeSet<>();
  private int at;
  private int level;

  private NaiveJson(byte[] body, int depth) {
    this.body = body;
    this.depth = depth;
  }

  /** The answer to a pointer, whose steps are unescaped. */
  public static NaiveAnswer ask(byte[] body, List<String> pointer, int depth) {
    NaiveJson json = new NaiveJson(body, depth);
    try {
      json.byteOrderMark();
      json.value(pointer, true);
      throw new IllegalStateException("nothing is certain");
    } catch (Certain certain) {
      return certain.answer;
    }
  }

  private void byteOrderMark() {
    if (peek() == 0xef) {
      at++;
      expect(0xbb);
      expect(0xbf);
    }
  }

  /**
   * Reads a value.
   *
   * @param way what is left of the pointer; null if the value is only passed
   * @param deciding whether nothing but this value can answer
   */
  private void value(@Nullable List<String> way, boolean deciding) {
    blanks();
    switch (peek()) {
      case '"' -> result(way, deciding, string(), at);
      case '{' -> object(way, deciding);
      case '[' -> array(way, deciding);
      case 't' -> word("true", way, deciding);
      case 'f' -> word("false", way, deciding);
      case 'n' -> word("null", way, deciding);
      default -> number(way, deciding);
    }
  }

  private void result(
      @Nullable List<String> way, boolean deciding, @Nullable String text, int read) {
    String counted = way != null && way.isEmpty() && text != null ? text : "";
    if (deciding) {
      throw new Certain(
          counted.isEmpty() ? NaiveAnswer.absent(read) : NaiveAnswer.found(counted, read));
    }
    if (!counted.isEmpty()) {
      found.add(counted);
      if (found.size() > 1) {
        throw new Certain(NaiveAnswer.ambiguous(read));
      }
    }
  }

  private void object(@Nullable List<String> way, boolean deciding) {
    open();
    boolean leadsOn = way != null && !way.isEmpty() && !way.get(0).equals(ANY);
    if (deciding && !leadsOn) {
      throw new Certain(NaiveAnswer.absent(at));
    }
    boolean seen = false;
    blanks();
    boolean more = peek() != '}';
    while (more) {
      blanks();
      if (peek() != '"') {
        throw broken();
      }
      String name = string();
      blanks();
      expect(':');
      boolean wanted = leadsOn && !seen && way != null && way.get(0).equals(name);
      seen |= wanted;
      value(wanted && way != null ? way.subList(1, way.size()) : null, wanted && deciding);
      more = another('}');
    }
    close('}');
    if (deciding) {
      throw new Certain(NaiveAnswer.absent(at));
    }
  }

  private void array(@Nullable List<String> way, boolean deciding) {
    open();
    String first = way == null || way.isEmpty() ? "" : way.get(0);
    boolean star = first.equals(ANY);
    if (deciding && !star && !first.matches("0|[1-9][0-9]*")) {
      throw new Certain(NaiveAnswer.absent(at));
    }
    blanks();
    boolean more = peek() != ']';
    for (int i = 0; more; i++) {
      boolean wanted = star || first.equals(String.valueOf(i));
      value(wanted && way != null ? way.subList(1, way.size()) : null, wanted && !star && deciding);
      more = another(']');
    }
    close(']');
    if (deciding) {
      throw new Certain(
          found.isEmpty() ? NaiveAnswer.absent(at) : NaiveAnswer.found(found.first(), at));
    }
  }

  private void open() {
    at++;
    level++;
    if (level > depth) {
      throw new Certain(NaiveAnswer.unreadable("body-malformed", at));
    }
  }

  private void close(char bracket) {
    expect(bracket);
    level--;
  }

  /** Whether a comma follows, rather than the closing bracket. */
  private boolean another(char bracket) {
    blanks();
    if (peek() == bracket) {
      return false;
    }
    expect(',');
    return true;
  }

  private void word(String word, @Nullable List<String> way, boolean deciding) {
    word.chars().forEach(this::expect);
    result(way, deciding, null, afterScalar());
  }

  private void number(@Nullable List<String> way, boolean deciding) {
    int start = at;
    if (peek() == '-') {
      at++;
    }
    if (peek() == '0') {
      at++;
    } else {
      digits();
    }
    int end = at;
    if (is('.')) {
      at++;
      digits();
    }
    if (is('e') || is('E')) {
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      digits();
    }
    String text =
        at == end ? new String(body, start, end - start, StandardCharsets.US_ASCII) : null;
    result(way, deciding, text, afterScalar());
  }

  private void digits() {
    if (peek() < '0' || peek() > '9') {
      throw broken();
    }
    while (at < body.length && body[at] >= '0' && body[at] <= '9') {
      at++;
    }
  }

  /** How much is read when a number or word is certain: with the byte after it. */
  private int afterScalar() {
    if (at == body.length && level == 0) {
      return at;
    }
    if ((BLANKS + ",]}").indexOf(peek()) < 0) {
      throw broken();
    }
    return at + 1;
  }

  /** The text of a string; null if a half of a surrogate pair stands alone in it. */
  private @Nullable String string() {
    at++;
    StringBuilder text = new StringBuilder();
    while (peek() != '"') {
      if (peek() < 0x20) {
        throw broken();
      }
      if (peek() == '\\') {
        at++;
        text.append(escaped());
      } else {
        text.append(character());
      }
    }
    at++;
    String whole = text.toString();
    return StandardCharsets.UTF_8.newEncoder().canEncode(whole) ? whole : null;
  }

  private char escaped() {
    int escape = "\"\\/bfnrtu".indexOf(peek());
    if (escape < 0) {
      throw broken();
    }
    at++;
    if (escape < 8) {
      return "\"\\/\b\f\n\r\t".charAt(escape);
    }
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      int digit = peek() < 0x80 ? Character.digit(peek(), 16) : -1;
      if (digit < 0) {
        throw broken();
      }
      unit = unit * 16 + digit;
      at++;
    }
    return (char) unit;
  }

  /** One character in UTF-8; the first byte that cannot go on is the one that breaks it. */
  private String character() {
    int lead = peek();
    int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4) {
      throw broken();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(lead);
    at++;
    for (int i = 0; i < more; i++) {
      int low = i > 0 ? 0x80 : lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
      int high = i > 0 ? 0xbf : lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
      if (peek() < low || peek() > high) {
        throw broken();
      }
      bytes.write(peek());
      at++;
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private void blanks() {
    while (BLANKS.indexOf(peek()) >= 0) {
      at++;
    }
  }

  private boolean is(char c) {
    return at < body.length && body[at] == c;
  }

  private void expect(int c) {
    if (peek() != c) {
      throw broken();
    }
    at++;
  }

  /** The next byte; a document that ends here is broken. */
  private int peek() {
    if (at == body.length) {
      throw new Certain(NaiveAnswer.unreadable("body-malformed", at));
    }
    return body[at] & 0xff;
  }

  private Certain broken() {
    return new Certain(NaiveAnswer.unreadable("body-malformed", at + 1));
  }
}
