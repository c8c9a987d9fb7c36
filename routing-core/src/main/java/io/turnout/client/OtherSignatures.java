// SPDX-License-Identifier: Apache-2.0
package io.turnout.client;

import io.turnout.request.RequestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The signatures that a request has before an edge adds its own.
 *
 * @param labels their labels; none where they cannot be kept
 * @param input the lines of {@code Signature-Input}, joined; empty where there is none to keep
 * @param signature the lines of {@code Signature}, joined; empty where there is none to keep
 */
record OtherSignatures(Set<String> labels, String input, String signature) {

  private static final OtherSignatures NONE = new OtherSignatures(Set.of(), "", "");

  static OtherSignatures of(RequestHead head) {
    Set<String> labels = SignatureFields.labels(head, SignatureFields.INPUT);
    if (labels.isEmpty()
        || labels.size() >= SignatureFields.MAX_SIGNATURES
        || !labels.equals(SignatureFields.labels(head, SignatureFields.VALUE))) {
      return NONE;
    }
    return new OtherSignatures(
        labels, joined(head, SignatureFields.INPUT), joined(head, SignatureFields.VALUE));
  }

  private static String joined(RequestHead head, String name) {
    List<String> lines = new ArrayList<>();
    String line;
    for (int i = 0; (line = head.header(name, i)) != null; i++) {
      if (!line.isBlank()) {
        lines.add(line.strip());
      }
    }
    return String.join(", ", lines);
  }

  /** The label, or one like it that is not taken. */
  String free(String label) {
    String free = label;
    for (int i = 2; labels.contains(free); i++) {
      free = label + '-' + i;
    }
    return free;
  }

  /** These and one more; that one alone where both together could not be read. */
  EdgeSigner.Signed with(EdgeSigner.Signed own) {
    if (labels.isEmpty()) {
      return own;
    }
    EdgeSigner.Signed all =
        new EdgeSigner.Signed(input + ", " + own.input(), signature + ", " + own.signature());
    int longest = Math.max(all.input().length(), all.signature().length());
    return longest > SignatureFields.MAX_CHARS ? own : all;
  }
}
