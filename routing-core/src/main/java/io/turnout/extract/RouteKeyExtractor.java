// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.match.WholeRegex;
import io.turnout.request.RequestObserver;
import io.turnout.spi.RouteKey;
import io.turnout.spi.RoutingName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How one rule finds its key: the sources in order, and what is done with the text that the first
 * present one holds. Immutable.
 */
public final class RouteKeyExtractor {

  private static final String KEY_BOUNDS = "a key: 1 to 256 bytes without control characters";

  private final String namespace;
  private final List<Source> sources;
  private final Transform[] transforms;
  private final @Nullable WholeRegex match;

  private RouteKeyExtractor(
      String namespace, List<Source> sources, List<Transform> transforms, @Nullable String match) {
    this.namespace = namespace;
    this.sources = List.copyOf(sources);
    this.transforms = transforms.toArray(new Transform[0]);
    this.match = match == null ? null : WholeRegex.compile(match);
  }

  /**
   * Compiles a rule's {@code key} or {@code cell-from}.
   *
   * @param namespace the namespace of the key; empty where the value is itself the cell
   * @param sources at least one
   * @param match an RE2 expression that the whole value must match; null for none
   * @throws IllegalArgumentException if the namespace is no routing name, there is no source, or
   *     the expression is not RE2 syntax
   */
  public static RouteKeyExtractor of(
      String namespace, List<Source> sources, List<Transform> transforms, @Nullable String match) {
    if (!namespace.isEmpty() && !RoutingName.isValid(namespace)) {
      throw new IllegalArgumentException(
          "the namespace \""
              + namespace
              + "\" must be 1 to 63 of a-z, 0-9 and -, and not begin with a hyphen");
    }
    if (sources.isEmpty()) {
      throw new IllegalArgumentException(
          "a key needs at least one source to come from, as in { header: X-Business-Id }");
    }
    return new RouteKeyExtractor(namespace, sources, transforms, match);
  }

  /** The namespace of the key; empty where the value is itself the cell. */
  public String namespace() {
    return namespace;
  }

  /** How many regular expressions one value that was found can run. */
  public int expressions() {
    int count = match == null ? 0 : 1;
    for (Transform transform : transforms) {
      count += transform instanceof Capture ? 1 : 0;
    }
    return count;
  }

  /** The sources in the order in which they are tried. */
  public List<Source> sources() {
    return sources;
  }

  /** What is done with the text found, in order. */
  public List<Transform> transforms() {
    return List.of(transforms);
  }

  /** The expression that the whole value must match; empty for none. */
  public Optional<String> match() {
    return Optional.ofNullable(match).map(WholeRegex::toString);
  }

  /**
   * Completes what a source answered: text found goes through the transforms and {@code match}, and
   * is absent if it fails one of them or cannot be the value of a key. Any other answer stays. Text
   * that is too long for a key is never matched.
   */
  public Extraction settle(Extraction raw) {
    return settle(raw, null);
  }

  /** The same, and tells {@code observer}, if there is one, of each step. */
  public Extraction settle(Extraction raw, @Nullable RequestObserver observer) {
    if (raw.kind() != Extraction.Kind.FOUND) {
      return raw;
    }
    String found = raw.value();
    String value = found;
    for (Transform transform : transforms) {
      String next = told(observer, transform, transform.apply(value));
      if (next == null) {
        return Extraction.absent();
      }
      value = next;
    }
    if (!RouteKey.isValue(value)) {
      told(observer, KEY_BOUNDS, null);
      return Extraction.absent();
    }
    if (match != null && told(observer, match, match.matches(value) ? value : null) == null) {
      return Extraction.absent();
    }
    return value.equals(found) ? raw : Extraction.found(value);
  }

  private static @Nullable String told(
      @Nullable RequestObserver observer, Object step, @Nullable String result) {
    if (observer != null) {
      observer.onStep(step instanceof WholeRegex regex ? "match: " + regex : step, result);
    }
    return result;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RouteKeyExtractor that
        && namespace.equals(that.namespace)
        && sources.equals(that.sources)
        && transforms().equals(that.transforms())
        && Objects.equals(match, that.match);
  }

  @Override
  public int hashCode() {
    return Objects.hash(namespace, sources, transforms(), match);
  }

  @Override
  public String toString() {
    return (namespace.isEmpty() ? "cell" : namespace) + " from " + sources;
  }
}
