// SPDX-License-Identifier: Apache-2.0
package io.turnout.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.turnout.conformance.WrittenRequest;
import io.turnout.conformance.contract.EngineRefusal;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The contract of adapters in Tomcat. */
abstract class TomcatContract extends AdapterContractInAContainer {

  /** Labels and a port that Tomcat takes for a host; both may be empty where nothing is. */
  private static final Pattern HOST =
      Pattern.compile("|[a-zA-Z0-9-]+(\\.[a-zA-Z0-9-]+)*\\.?(:\\d*)?|\\[[0-9a-fA-F:.]+\\](:\\d*)?");

  @Override
  protected List<EngineRefusal> refusals() {
    List<EngineRefusal> refusals = new ArrayList<>(commonRefusals());
    refusals.add(refusal("CONNECT", request -> request.method().equals("CONNECT"), 501));
    refusals.add(refusal("OPTIONS *", request -> isAsterisk(request, true), 200));
    refusals.add(refusal("OPTIONS *?", request -> request.target().startsWith("*?"), 200));
    refusals.add(
        refusal(
            "a Host that is none",
            request -> host(request).filter(host -> !HOST.matcher(host).matches()).isPresent(),
            400));
    refusals.add(refusal("a path that is no UTF-8", request -> !isUtf8(request), 400));
    return refusals;
  }

  private static boolean isUtf8(WrittenRequest request) {
    String path = path(request);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < path.length(); i++) {
      boolean escape = path.charAt(i) == '%' && i + 2 < path.length();
      bytes.write(escape ? Integer.parseInt(path, i + 1, i + 3, 16) : path.charAt(i));
      i += escape ? 2 : 0;
    }
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
