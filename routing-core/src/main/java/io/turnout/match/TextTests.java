// SPDX-License-Identifier: Apache-2.0
package io.turnout.match;

/** The kinds of {@link TextTest}. */
final class TextTests {

  private TextTests() {}

  record Equal(String text) implements TextTest {
    @Override
    public boolean passes(String value) {
      return value.equals(text);
    }

    @Override
    public String toString() {
      return RuleText.quoted(text);
    }
  }

  record Prefix(String text) implements TextTest {
    @Override
    public boolean passes(String value) {
      return value.startsWith(text);
    }

    @Override
    public String toString() {
      return "{ prefix: " + RuleText.quoted(text) + " }";
    }
  }

  record Suffix(String text) implements TextTest {
    @Override
    public boolean passes(String value) {
      return value.endsWith(text);
    }

    @Override
    public String toString() {
      return "{ suffix: " + RuleText.quoted(text) + " }";
    }
  }

  record Contains(String text) implements TextTest {
    @Override
    public boolean passes(String value) {
      return value.contains(text);
    }

    @Override
    public String toString() {
      return "{ contains: " + RuleText.quoted(text) + " }";
    }
  }

  record Regex(WholeRegex regex) implements TextTest {
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
  record Present(boolean present) implements TextTest {
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
