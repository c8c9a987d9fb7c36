// SPDX-License-Identifier: Apache-2.0
package io.turnout.gateway;

import io.turnout.resolve.ResolverListener;
import io.turnout.spi.RouteAuthority;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Where routes come from, and how that is doing. Thread-safe. */
interface RouteSource {

  /** The source of truth. */
  RouteAuthority authority();

  /** How it is doing, in one word. */
  String word();

  /** Whether keys can be routed: it has answered once, or something was kept from before. */
  boolean isReady();

  /** Completes when a start need not wait for it any more; does not fail. */
  CompletionStage<Void> firstAnswer();

  /** What has to hear of the resolvers that ask it. */
  ResolverListener listener();

  /** How each layer above it is doing, in one word. */
  Map<String, String> layerWords();
}
