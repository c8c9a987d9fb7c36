// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

/** The kinds of {@link TextTest}. */
public final class TextTests {

  private TextTests() {}

  /** The value is the text. */
  public record Equal(String text) implements TextTest {
    @Override
    public boolean passes(String value) {
      return value.equals(text);
    }

    @Override
    public String toString() {
      return RuleText.quoted(text);
    }
  }

  /** The value begins with the text. */
  public record Prefix(String text) implements TextTest {
    @Override
    public boolean passes(String value) {
      return value.startsWith(text);
    }

    @Override
    public String toString() {
      return "{ prefix: " + RuleText.quoted(text) + " }";
    }
  }

  /** The value ends with the text. */
  public record Suffix(String text) implements TextTest {
    @Override
    public boolean passes(String value) {
      return value.endsWith(text);
    }

    @Override
    public String toString() {
      return "{ suffix: " + RuleText.quoted(text) + " }";
    }
  }

  /** The text is somewhere in the value. */
  public record Contains(String text) implements TextTest {
    @Override
    public boolean passes(String value) {
      return value.contains(text);
    }

    @Override
    public String toString() {
      return "{ contains: " + RuleText.quoted(text) + " }";
    }
  }

  /** The whole value matches the expression. */
  public record Regex(WholeRegex regex) implements TextTest {
    @Override
    public boolean passes(String value) {
      return regex.matches(value);
    }

    @Override
    public String toString() {
      return "{ regex: " + RuleText.quoted(regex.toString()) + " }";
    }
  }

  /** Passes any value; that there is none is what the condition asks for where it is false. */
  public record Present(boolean present) implements TextTest {
    @Override
    public boolean passes(String value) {
      return true;
    }

    @Override
    public String toString() {
      return "{ present: " + present + " }";
    }
  }

  /** Whether what a search for one passing value gave is what the test asks for. */
  static boolean isAsked(TextTest test, boolean found) {
    return test instanceof Present asked ? asked.present() == found : found;
  }
}
