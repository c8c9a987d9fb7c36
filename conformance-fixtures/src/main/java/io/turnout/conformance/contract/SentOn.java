// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

import io.turnout.conformance.WrittenRequest;
import io.turnout.conformance.WrittenRequest.Field;
import io.turnout.conformance.contract.Upstream.Reached;
import java.util.ArrayList;
import java.util.List;

/** What of a request has to be seen where it is sent on. */
final class SentOn {

  private SentOn() {}

  /** The target and the end-to-end fields. */
  record Request(String target, List<Field> fields) {}

  /** As the authority tier has to see it. */
  static Request unchanged(WrittenRequest sent) {
    return new Request(sent.target(), Fields.endToEnd(sent.fields()));
  }

  /**
   * As its cell has to see it: the same, or with a target in absolute form turned into origin form
   * and its authority as {@code Host}, as reached.
   */
  static Request toCell(WrittenRequest sent, Reached reached) {
    String target = sent.target();
    int scheme = target.indexOf("://");
    if (target.startsWith("/") || scheme < 0 || reached.target().equals(target)) {
      return unchanged(sent);
    }
    int end = scheme + 3;
    while (end < target.length() && "/?".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    String rest = target.substring(end);
    Field host = new Field("Host", target.substring(scheme + 3, end));
    List<Field> fields = new ArrayList<>();
    for (Field field : Fields.endToEnd(sent.fields())) {
      fields.add(field.name().equalsIgnoreCase("host") ? host : field);
    }
    String origin = rest.startsWith("/") ? rest : "/" + rest;
    return new Request(rest.isEmpty() && sent.method().equals("OPTIONS") ? "*" : origin, fields);
  }

  /** Fields without the last one of each of these names. */
  static List<Field> without(List<Field> fields, List<String> names) {
    List<Field> left = new ArrayList<>(fields);
    for (String name : names) {
      for (int i = left.size() - 1; i >= 0; i--) {
        if (left.get(i).name().equalsIgnoreCase(name)) {
          left.remove(i);
          break;
        }
      }
    }
    return left;
  }
}
