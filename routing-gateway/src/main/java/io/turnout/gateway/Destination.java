// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import java.util.Optional;

/** Where one request goes on to: its cell, or the authority tier. One thread. */
interface Destination {

  /** A request, on a connection of its own. */
  Future<HttpClientRequest> request(HttpMethod method, String target);

  /** A request on a connection of its own, which may become one of another protocol. */
  Future<HttpClientRequest> upgrade(HttpMethod method, String target);

  /** Notes that a connection is used; whether it was before. */
  boolean isKept(HttpConnection connection);

  /**
   * Notes that no connection could be made.
   *
   * @return whether there is another place to try
   */
  boolean unreachable(Throwable failure);

  /** Puts in what it is told besides the request's own fields; the request leaves right after. */
  void tell(MultiMap fields);

  /** Takes over what the head of an answer says to this gateway. */
  void learn(HttpClientResponse answer);

  /** Whether it answers that the request does not belong there. */
  boolean refusesAsWrong(HttpClientResponse answer);

  /**
   * Notes that a request is over as far as its destination is concerned; a second call does
   * nothing.
   *
   * @param what what went wrong; empty if nothing did
   */
  void over(Optional<Trouble> what);

  /** What the client is told of something that went wrong on the way there. */
  Trouble told(Trouble what);
}
