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

  /** Room that is left for the edge's own, in characters. */
  private static final int OWN_CHARS = 2_048;

  static OtherSignatures of(RequestHead head) {
    Set<String> labels = SignatureFields.labels(head, SignatureFields.INPUT);
    if (labels.isEmpty()
        || labels.size() >= SignatureFields.MAX_SIGNATURES
        || !labels.equals(SignatureFields.labels(head, SignatureFields.VALUE))) {
      return NONE;
    }
    String input = joined(head, SignatureFields.INPUT);
    String signature = joined(head, SignatureFields.VALUE);
    return Math.max(input.length(), signature.length()) > SignatureFields.MAX_CHARS - OWN_CHARS
        ? NONE
        : new OtherSignatures(labels, input, signature);
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

  /** These and one more. */
  EdgeSigner.Signed with(EdgeSigner.Signed own) {
    return labels.isEmpty()
        ? own
        : new EdgeSigner.Signed(input + ", " + own.input(), signature + ", " + own.signature());
  }
}
