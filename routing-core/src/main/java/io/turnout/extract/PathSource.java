// SPDX-License-Identifier: Apache-2.0
package io.turnout.extract;

import io.turnout.match.PathTemplate;
import io.turnout.request.Request;
import io.turnout.request.RequestTarget;
import java.util.List;

/**
 * The source {@code path: CAPTURE}; the first template that fits gives the captures.
 *
 * @param templates the templates of the rule's own {@code path} condition
 */
record PathSource(List<PathTemplate> templates, String capture) implements HeadSource {

  @Override
  public String word() {
    return "path";
  }

  @Override
  public SourcePlace place() {
    return SourcePlace.of(SourcePlace.Kind.PATH, capture);
  }

  @Override
  public String whyAbsent(Request request) {
    return "the template that fits has no such capture";
  }

  @Override
  public Extraction find(Request request) {
    RequestTarget target = request.target();
    for (int i = 0; i < templates.size(); i++) {
      PathTemplate template = templates.get(i);
      String captured = template.capture(target, capture);
      if (captured != null || template.fits(target)) {
        return SingleValue.extraction(captured);
      }
    }
    return Extraction.absent();
  }

  @Override
  public String toString() {
    return "path: " + capture;
  }
}
