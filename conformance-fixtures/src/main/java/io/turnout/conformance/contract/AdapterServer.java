// SPDX-License-Identifier: Apache-2.0
package io.turnout.conformance.contract;

/** A server of HTTP/1.1 on loopback with an adapter in it, while a contract runs. */
public interface AdapterServer {

  /** The port on which it listens. */
  int port();

  /** Ends it, with every connection. */
  void stop() throws Exception;
}
