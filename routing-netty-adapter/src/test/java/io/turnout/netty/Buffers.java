// SPDX-License-Identifier: Apache-2.0
package io.turnout.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Buffers whose every byte must have been given back in the end. */
final class Buffers {

  private static final List<String> LEAKS = new CopyOnWriteArrayList<>();

  static {
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Listening());
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
  }

  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);

  /** Detectors that tell the tests, too. */
  private static final class Listening extends ResourceLeakDetectorFactory {
    @Override
    @SuppressWarnings("deprecation") // the one that must be implemented
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      ResourceLeakDetector<T> detector = new ResourceLeakDetector<>(resource, samplingInterval);
      detector.setLeakListener((type, records) -> LEAKS.add(type + ' ' + records));
      return detector;
    }
  }

  ByteBufAllocator allocator() {
    return allocator;
  }

  ByteBuf of(String latin) {
    byte[] bytes = latin.getBytes(StandardCharsets.ISO_8859_1);
    return allocator.buffer(bytes.length).writeBytes(bytes);
  }

  /** How many bytes are in use. */
  long inUse() {
    return allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
  }

  void assertAllReleased() {
    assertThat(inUse()).as("bytes of buffers that were not released").isZero();
    System.gc();
    allocator.buffer(1).release(); // lets the detector look
    assertThat(LEAKS).isEmpty();
  }
}
