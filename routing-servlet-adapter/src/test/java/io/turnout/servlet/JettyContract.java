// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import io.turnout.conformance.contract.EngineRefusal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The contract of adapters in Jetty. */
abstract class JettyContract extends AdapterContractInAContainer {

  /** A host and a port that Jetty takes for one; it is not strict about labels. */
  private static final Pattern HOST = Pattern.compile("([!-~&&[^@:,]]+|\\[[!-~]+\\])(:\\d+)?");

  @Override
  protected List<EngineRefusal> refusals() {
    List<EngineRefusal> refusals = new ArrayList<>(commonRefusals());
    refusals.add(refusal("CONNECT", request -> request.method().equals("CONNECT"), 400));
    refusals.add(refusal("OPTIONS *", request -> isAsterisk(request, true), 404));
    refusals.add(refusal("OPTIONS *?", request -> request.target().startsWith("*?"), 400));
    refusals.add(
        refusal(
            "a Host that is none",
            request -> host(request).filter(host -> !HOST.matcher(host).matches()).isPresent(),
            400));
    return refusals;
  }
}
