// SPDX-License-Identifier: Apache-2.0
package io.turnout.resolve;

/** A listener behind a wall: whatever it throws changes nothing, and is counted in the log. */
final class GuardedListener implements ResolverListener {

  private final ResolverListener listener;
  private final FailureLog log;

  GuardedListener(ResolverListener listener, FailureLog log) {
    this.listener = listener;
    this.log = log;
  }

  @Override
  public void onHit(Resolution resolution) {
    try {
      listener.onHit(resolution);
    } catch (RuntimeException | Error thrown) {
      failed(thrown);
    }
  }

  @Override
  public void onMiss(Resolution.Miss miss) {
    try {
      listener.onMiss(miss);
    } catch (RuntimeException | Error thrown) {
      failed(thrown);
    }
  }

  @Override
  public void onLookup(LookupResult result, long latencyNanos) {
    guard(() -> listener.onLookup(result, latencyNanos));
  }

  @Override
  public void onAuthorityLimit(int calls) {
    guard(() -> listener.onAuthorityLimit(calls));
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

  @Override
  public void onSnapshot(SnapshotResult result, long keys) {
    guard(() -> listener.onSnapshot(result, keys));
  }

  private void guard(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | Error thrown) {
      failed(thrown);
    }
  }

  private void failed(Throwable thrown) {
    if (thrown instanceof VirtualMachineError fatal) {
      throw fatal;
    }
    log.failed(thrown.getClass().getName());
  }
}
