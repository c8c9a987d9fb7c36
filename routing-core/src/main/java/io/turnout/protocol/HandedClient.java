// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import java.net.InetAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Who a client is, as a router tells the next one, so that both judge the same client.
 *
 * @param address the client's address
 * @param tags the tags that are on the request, in alphabetical order; at most {@value #MAX_TAGS},
 *     each a name of {@code [a-z0-9][a-z0-9-]{0,66}}
 * @param stages the stage that was chosen for each split; at most {@value #MAX_STAGES}, names of
 *     {@code [a-z0-9][a-z0-9-]{0,62}}
 */
public record HandedClient(InetAddress address, Set<String> tags, Map<String, String> stages) {

  /** The most tags. */
  public static final int MAX_TAGS = 128;

  /** The most splits of which a stage is told. */
  public static final int MAX_STAGES = 32;

  private static final Pattern TAG = Pattern.compile("[a-z0-9][a-z0-9-]{0,66}");
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

  /**
   * Checks and copies the parts.
   *
   * @throws IllegalArgumentException if one is outside its bounds
   */
  public HandedClient {
    Objects.requireNonNull(address, "address");
    tags = Collections.unmodifiableSet(new TreeSet<>(tags));
    stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
    if (tags.size() > MAX_TAGS || stages.size() > MAX_STAGES) {
      throw new IllegalArgumentException(
          tags.size()
              + " tags and "
              + stages.size()
              + " stages must be at most "
              + MAX_TAGS
              + " and "
              + MAX_STAGES);
    }
    if (!tags.stream().allMatch(tag -> TAG.matcher(tag).matches())) {
      throw new IllegalArgumentException("a tag must be " + TAG);
    }
    stages.forEach(
        (split, stage) -> {
          if (!NAME.matcher(split).matches() || !NAME.matcher(stage).matches()) {
            throw new IllegalArgumentException("a split and its stage must be " + NAME);
          }
        });
  }
}
