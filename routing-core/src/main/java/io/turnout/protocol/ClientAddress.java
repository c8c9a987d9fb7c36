// SPDX-License-Identifier: Apache-2.0
package io.turnout.protocol;

import java.net.InetAddress;

/** The text of a client's address. */
final class ClientAddress {

  private ClientAddress() {}

  /** Its text, without a zone: which interface of this machine it came in on concerns nobody. */
  static String text(InetAddress address) {
    String text = address.getHostAddress();
    int zone = text.indexOf('%');
    return zone < 0 ? text : text.substring(0, zone);
  }
}
