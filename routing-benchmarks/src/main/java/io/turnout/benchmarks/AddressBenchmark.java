// SPDX-License-Identifier: Apache-2.0
package io.turnout.benchmarks;

import inet.ipaddr.IPAddressNetwork.IPAddressGenerator;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.format.util.DualIPv4v6Tries;
import io.turnout.client.AddressRange;
import io.turnout.client.AddressSet;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Whether an address is in a list of ranges, half of them IPv4 and half IPv6; beside the tries of
 * the library IPAddress, which matches by longest prefixes. Both are asked with what a connection
 * has, an {@link InetAddress}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // filled in before anything is measured
public class AddressBenchmark {

  private static final long SEED = 20_261_130L;
  private static final int ASKED = 4_096;
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;

  /** How many ranges there are. */
  @Param({"100", "1000", "10000", "100000"})
  public int ranges;

  private final IPAddressGenerator generator = new IPAddressGenerator();
  private final DualIPv4v6Tries tries = new DualIPv4v6Tries();
  private AddressSet set;
  private InetAddress[] asked;
  private int next;

  /** Draws ranges and addresses, half of them inside, and asserts that both say so. */
  @Setup
  public void setUp() throws UnknownHostException {
    Random random = new Random(SEED);
    List<AddressRange> drawn = new ArrayList<>();
    List<byte[]> starts = new ArrayList<>();
    for (int i = 0; i < ranges; i++) {
      boolean four = i % 2 == 0;
      int length = four ? 20 + random.nextInt(9) : 40 + random.nextInt(25);
      byte[] start = network(four ? IPV4_BYTES : IPV6_BYTES, length, random);
      String text = InetAddress.getByAddress(start).getHostAddress() + '/' + length;
      drawn.add(AddressRange.parse(text));
      tries.add(new IPAddressString(text).getAddress());
      starts.add(start);
    }
    set = AddressSet.of(drawn);
    asked = new InetAddress[ASKED];
    for (int i = 0; i < ASKED; i++) {
      boolean inside = i % 2 == 0;
      byte[] known = starts.get(random.nextInt(starts.size()));
      asked[i] =
          InetAddress.getByAddress(inside ? in(known, random) : network(known.length, 0, random));
      Agreement.require("IPAddress", asked[i], set.contains(asked[i]), isInTries(asked[i]));
      Agreement.require("The set", asked[i], true, !inside || set.contains(asked[i]));
    }
  }

  /** Random bytes of which those beyond the length are 0; of any length if that is 0. */
  private static byte[] network(int bytes, int length, Random random) {
    byte[] address = new byte[bytes];
    random.nextBytes(address);
    address[0] = (byte) (bytes == IPV4_BYTES ? 64 + random.nextInt(64) : 0x20);
    for (int bit = length; length > 0 && bit < bytes * Byte.SIZE; bit++) {
      address[bit / Byte.SIZE] &= (byte) ~(0x80 >> bit % Byte.SIZE);
    }
    return address;
  }

  /** An address of a range: its last byte is any of those that all ranges have. */
  private static byte[] in(byte[] start, Random random) {
    byte[] address = start.clone();
    address[address.length - 1] |= (byte) random.nextInt(16);
    return address;
  }

  private boolean isInTries(InetAddress address) {
    return tries.elementContains(generator.from(address));
  }

  private InetAddress next() {
    next = (next + 1) % ASKED;
    return asked[next];
  }

  /** By the set. */
  @Benchmark
  public boolean turnout() {
    return set.contains(next());
  }

  /** By the library's tries. */
  @Benchmark
  public boolean ipAddress() {
    return isInTries(next());
  }
}
