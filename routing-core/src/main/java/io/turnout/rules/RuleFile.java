// SPDX-License-Identifier: Apache-2.0
package io.turnout.rules;

import io.turnout.client.AddressRange;
import io.turnout.client.ClientIp;
import io.turnout.client.Edge;
import io.turnout.decision.Reason;
import io.turnout.document.Position;
import io.turnout.extract.Jwk;
import io.turnout.extract.TokenAlgorithm;
import io.turnout.extract.TokenCheck;
import io.turnout.extract.TokenKey;
import io.turnout.extract.TokenPlace;
import io.turnout.extract.Transform;
import io.turnout.match.PathTemplate;
import io.turnout.match.TextTest;
import io.turnout.plan.Action;
import io.turnout.split.IdCookie;
import io.turnout.split.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A rule file as it was written, each part with its place, what it leaves out filled in.
 *
 * <p>Of a file with mistakes it holds what could be read; such a tree is checked for more mistakes
 * and never compiled.
 *
 * @param tokens by name, in file order
 * @param cells the cells there are; empty if the file does not say
 * @param rules in file order
 * @param outcomes the actions of all outcomes, those too that the file leaves out
 * @param edges who may speak for a client, in file order
 * @param tags the tags by name, in file order
 * @param splits which version answers, in file order
 */
record RuleFile(
    Map<String, Token> tokens,
    Body body,
    Optional<Cells> cells,
    List<Rule> rules,
    Map<Reason, ActionList> outcomes,
    List<WrittenEdge> edges,
    List<WrittenTag> tags,
    List<WrittenSplit> splits) {

  /**
   * An edge.
   *
   * @param name its name; empty only in a file with mistakes
   * @param proof how it proves itself; empty only in a file with mistakes
   * @param clientIp where it says whose requests it hands on
   */
  record WrittenEdge(
      Optional<Placed<String>> name,
      Edge.Role role,
      Optional<Proof> proof,
      Optional<WrittenClientIp> clientIp) {}

  /** {@code client-ip}, the field as it was written. */
  record WrittenClientIp(Placed<String> header, ClientIp place) {}

  /** How an edge proves itself. */
  sealed interface Proof {}

  /** A set of addresses. */
  sealed interface Addresses extends Proof {

    /** Its ranges, each with the place that says it. */
    List<Placed<AddressRange>> all();
  }

  /** {@code cidr}, the ranges in file order. */
  record Ranges(List<Placed<WrittenRange>> ranges) implements Addresses {

    @Override
    public List<Placed<AddressRange>> all() {
      return ranges.stream().map(range -> new Placed<>(range.value().range(), range.at())).toList();
    }
  }

  /** {@code cidr-file}, the files in file order. */
  record RangeFiles(List<Placed<RangeFile>> files) implements Addresses {

    @Override
    public List<Placed<AddressRange>> all() {
      return files.stream()
          .flatMap(
              file -> file.value().ranges().stream().map(range -> new Placed<>(range, file.at())))
          .toList();
    }
  }

  /** A file of ranges, and the SHA-256 of what it holds. */
  record RangeFile(String path, String sha256, List<AddressRange> ranges) {}

  /**
   * {@code signature}.
   *
   * @param keys the keys in file order
   * @param covers what each signature must cover
   */
  record Signature(List<WrittenKey> keys, Covers covers, Duration maxAge) implements Proof {}

  /** What signatures must cover, and whether the file says more than what is meant without it. */
  record Covers(List<String> names, boolean isDefault) {}

  /**
   * A key of a signature or of a session's cookie.
   *
   * @param id its name
   * @param secret where its secret is, and what it is
   */
  record WrittenKey(Placed<String> id, SharedSecret secret) {}

  /** A secret, and where the file says that it is. Its text tells nothing of it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record SharedSecret(Position at, String reference, byte[] bytes) {

    @Override
    public String toString() {
      return reference;
    }
  }

  /**
   * A tag: all that it asks for must hold.
   *
   * @param name its name, at the key
   * @param userAgent what the user agent must pass
   */
  record WrittenTag(
      Placed<String> name, Optional<Addresses> addresses, Optional<WrittenTest> userAgent) {}

  /**
   * A split.
   *
   * @param at the first character of its mapping
   * @param name its name; empty only in a file with mistakes
   * @param identity how users are known again; empty only in a file with mistakes
   * @param stages the stages in file order
   */
  record WrittenSplit(
      Position at,
      Optional<Placed<String>> name,
      Tests when,
      Optional<WrittenIdentity> identity,
      Optional<WrittenPin> pin,
      List<WrittenStage> stages) {}

  /**
   * {@code id}, {@code sticky} and {@code keys}.
   *
   * @param cookieAt where the cookie's name stands
   * @param keys those of a session; none where the weights alone say
   */
  record WrittenIdentity(Position cookieAt, IdCookie cookie, List<WrittenKey> keys) {

    boolean isSession() {
      return !keys.isEmpty();
    }
  }

  /** {@code pin}, the field as it was written. */
  record WrittenPin(Placed<String> header, Optional<Placed<String>> tag) {}

  /** A stage; its weight in the file's own digits. */
  record WrittenStage(Placed<String> name, Stage stage) {}

  /** A range of addresses as it was written. */
  record WrittenRange(String text, AddressRange range) {}

  /** {@code tls} with a name that the certificate of the peer has. */
  record CertificateName(String san) implements Proof {}

  /**
   * How a token is read.
   *
   * @param name its name, at the key
   * @param place where it stands; empty only in a file with mistakes
   * @param verify how it is trusted; empty only in a file with mistakes
   */
  record Token(Placed<String> name, Optional<WrittenPlace> place, Optional<Verify> verify) {}

  /** How a token is trusted. */
  sealed interface Verify {}

  /** {@code verify: none}. */
  record VerifyNothing() implements Verify {}

  /**
   * A mapping after {@code verify}.
   *
   * @param algorithms in the order of the file, each once
   * @param check what a token must stand
   */
  record VerifyBy(Keys keys, List<TokenAlgorithm> algorithms, TokenCheck check) implements Verify {}

  /** Where the keys come from that verify a token. */
  sealed interface Keys {

    /** Where the file says it. */
    Position at();

    /** The keys of kinds that are known, each with the place to which a mistake in it belongs. */
    List<Placed<TokenKey>> keys();
  }

  /**
   * {@code jwks} with a file.
   *
   * @param sha256 the SHA-256 of what it holds; empty if it is not there, nor needed
   */
  record FiledSet(Position at, List<Placed<TokenKey>> keys, String path, Optional<String> sha256)
      implements Keys {}

  /** {@code jwks} with the set itself. */
  record InlineSet(Position at, List<Placed<TokenKey>> keys, List<Jwk> written) implements Keys {}

  /** {@code secret}, and where it says that the secret is. */
  record Secret(Position at, List<Placed<TokenKey>> keys, String reference) implements Keys {}

  /**
   * Where a token stands, as it was written.
   *
   * @param word the file's word: {@code header}, {@code cookie} or {@code query}
   * @param field the name of the header field, cookie or parameter
   */
  record WrittenPlace(
      String word, Placed<String> field, Optional<String> scheme, TokenPlace place) {}

  /** The limits of what is read of bodies. */
  record Body(int limitBytes, int depth) {

    /** What a file means that does not say. */
    static final Body DEFAULT = new Body(64 * 1024, 64);
  }

  /**
   * The list of cells.
   *
   * @param names in file order, also those that are no names
   * @param whole whether every entry could be read
   */
  record Cells(List<Placed<String>> names, boolean whole) {

    /** The names without their places. */
    List<String> values() {
      return names.stream().map(Placed::value).toList();
    }
  }

  /**
   * One entry of the list of rules.
   *
   * @param at the first character of its mapping
   * @param givenName its name; empty only in a file with mistakes
   * @param unknownKey the rule's own actions for an unknown key
   */
  record Rule(
      Position at,
      Optional<Placed<String>> givenName,
      Tests when,
      Tests unless,
      Effect effect,
      Optional<ActionList> unknownKey) {

    /** Its name, which every rule of a file without mistakes has. */
    Placed<String> name() {
      return givenName.orElseThrow();
    }

    /** Its sources in order; none if it looks for nothing. */
    List<Source> sources() {
      return finding().map(Finding::from).orElse(List.of());
    }

    /** How it finds a value, if it looks for one. */
    Optional<Finding> finding() {
      if (effect instanceof Key key) {
        return Optional.of(key.finding());
      }
      return effect instanceof CellFrom cell ? Optional.of(cell.finding()) : Optional.empty();
    }
  }

  /**
   * The conditions of {@code when} or {@code unless}.
   *
   * @param all in file order; empty if the rule has no such key
   * @param allPaths whether {@code all} has every path template that the rule was meant to have
   */
  record Tests(List<Test> all, boolean allPaths) {

    /** What a rule means that does not say. */
    static final Tests NONE = new Tests(List.of(), true);

    /** The templates of the {@code path} condition, in order; empty if there is none. */
    List<PathTemplate> templates() {
      return all.stream()
          .filter(PathTest.class::isInstance)
          .flatMap(test -> ((PathTest) test).templates().stream())
          .toList();
    }
  }

  /** One condition. */
  sealed interface Test {}

  /** {@code method}. */
  record MethodTest(List<Placed<String>> placed) implements Test {

    /** The names without their places. */
    List<String> names() {
      return placed.stream().map(Placed::value).toList();
    }
  }

  /** {@code host}. */
  record HostTest(List<String> patterns) implements Test {}

  /** {@code path}. */
  record PathTest(List<PathTemplate> templates) implements Test {}

  /** One name of {@code header}. */
  record HeaderTest(Placed<String> name, WrittenTest test) implements Test {}

  /** One name of {@code query}. */
  record QueryTest(Placed<String> name, WrittenTest test) implements Test {}

  /** {@code tag}. */
  record TagTest(List<Placed<String>> placed) implements Test {

    /** The names without their places. */
    List<String> names() {
      return placed.stream().map(Placed::value).toList();
    }
  }

  /** {@code content-type}. */
  record MediaTypeTest(List<String> types) implements Test {}

  /**
   * A TEST as it was written.
   *
   * @param word {@code equal} for a plain text, else the file's word
   * @param operand the text that it compares with; {@code true} or {@code false} after {@code
   *     present}
   */
  record WrittenTest(String word, String operand, TextTest test) {

    /** The word that a plain text stands for. */
    static final String EQUAL = "equal";

    private static final String PRESENCE = "present";

    /** That there is a value, whichever. */
    static final WrittenTest PRESENT = presence(true);

    /** That there is a value, or none. */
    static WrittenTest presence(boolean there) {
      return new WrittenTest(PRESENCE, String.valueOf(there), TextTest.present(there));
    }

    /** What it compares with, as the file has it: a text, or true or false. */
    Object value() {
      return word.equals(PRESENCE) ? (Object) Boolean.valueOf(operand) : operand;
    }

    /** Whether it is a plain text, which the value must equal. */
    boolean isEqual() {
      return word.equals(EQUAL);
    }
  }

  /** What a rule does. */
  sealed interface Effect {}

  /** {@code then}. */
  record Then(Placed<Action> action) implements Effect {}

  /** {@code key}. */
  record Key(String namespace, Finding finding) implements Effect {}

  /** {@code cell-from}; {@code at} is the first character of its mapping. */
  record CellFrom(Position at, Finding finding) implements Effect {}

  /** Nothing that could be read. */
  record Nothing() implements Effect {}

  /** How a value is found: sources in order, transforms in order, and what it must match. */
  record Finding(List<Source> from, List<WrittenTransform> transform, Optional<String> match) {}

  /**
   * A transform as it was written.
   *
   * @param word the file's word
   * @param operand the text after the word, where it takes one
   */
  record WrittenTransform(String word, Optional<String> operand, Transform transform) {}

  /** One source; {@code at} is the first character of its mapping. */
  sealed interface Source {
    Position at();
  }

  /** {@code header}. */
  record HeaderSource(Position at, Placed<String> name) implements Source {}

  /** {@code path}. */
  record PathSource(Position at, Placed<String> capture) implements Source {}

  /** {@code query}. */
  record QuerySource(Position at, String name) implements Source {}

  /** {@code cookie}. */
  record CookieSource(Position at, String name) implements Source {}

  /** {@code jwt}. */
  record JwtSource(Position at, Placed<String> token, String claim) implements Source {}

  /** {@code body} with {@code json}; no limit: the file's. */
  record JsonSource(Position at, String pointer, Optional<Placed<Integer>> limitBytes)
      implements Source {}

  /** {@code body} with {@code form}; no limit: the file's. */
  record FormSource(Position at, String name, Optional<Placed<Integer>> limitBytes)
      implements Source {}

  /** One action or a list of them, of which a tier takes the first that it can do. */
  record ActionList(List<Placed<Action>> actions) {

    /** The actions without their places. */
    List<Action> values() {
      return actions.stream().map(Placed::value).toList();
    }
  }
}
