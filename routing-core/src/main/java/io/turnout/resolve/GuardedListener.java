// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

/** A listener behind a wall: whatever it throws is dropped. */
final class GuardedListener implements ResolverListener {

  private final ResolverListener listener;

  GuardedListener(ResolverListener listener) {
    this.listener = listener;
  }

  @Override
  public void onHit(Resolution resolution) {
    try {
      listener.onHit(resolution);
    } catch (RuntimeException | Error dropped) {
      drop(dropped);
    }
  }

  @Override
  public void onMiss(Resolution.Miss miss) {
    try {
      listener.onMiss(miss);
    } catch (RuntimeException | Error dropped) {
      drop(dropped);
    }
  }

  @Override
  public void onLookup(LookupResult result, long latencyNanos) {
    guard(() -> listener.onLookup(result, latencyNanos));
  }

  @Override
  public void onRefresh() {
    guard(listener::onRefresh);
  }

  @Override
  public void onUnavailable(Resolution.Unavailable.Cause cause) {
    guard(() -> listener.onUnavailable(cause));
  }

  @Override
  public void onRefused(Refusal reason) {
    guard(() -> listener.onRefused(reason));
  }

  @Override
  public void onLayerRead(String layer, LayerResult result, long latencyNanos) {
    guard(() -> listener.onLayerRead(layer, result, latencyNanos));
  }

  @Override
  public void onLayerWriteLost(String layer) {
    guard(() -> listener.onLayerWriteLost(layer));
  }

  @Override
  public void onCircuit(String layer, Circuit now) {
    guard(() -> listener.onCircuit(layer, now));
  }

  @Override
  public void onGap() {
    guard(listener::onGap);
  }

  @Override
  public void onEviction() {
    guard(listener::onEviction);
  }

  @Override
  public void onPause(long nanos) {
    guard(() -> listener.onPause(nanos));
  }

  private static void guard(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error dropped) {
      drop(dropped);
    }
  }

  private static void drop(Throwable thrown) {
    if (thrown instanceof VirtualMachineError fatal) {
      throw fatal;
    }
  }
}
