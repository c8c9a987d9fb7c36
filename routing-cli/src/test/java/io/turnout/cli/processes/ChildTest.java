// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.processes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ChildTest {

  private static final Duration WAIT = Duration.ofSeconds(60);
  private static final Pattern READY = Pattern.compile("^ready ([0-9]+)");

  private final BlockingQueue<String> output = new LinkedBlockingQueue<>();

  /** A process that says something on both streams, and ends with its input or at once. */
  static final class Told {

    private Told() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println("told " + arguments[0]);
      System.err.println("ready " + ProcessHandle.current().pid());
      while (arguments[0].equals("stay") && System.in.read() >= 0) {
        // Nothing was meant.
      }
    }
  }

  /** A process that starts one, and stays. */
  static final class Parent {

    private Parent() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      Child child = Child.start(call("stay"), line -> {});
      System.err.println("ready " + child.await(READY, WAIT).group(1));
      while (System.in.read() >= 0) {
        // Nothing was meant.
      }
    }
  }

  private static Child.Call call(String argument) {
    return new Child.Call(
        "told", List.of("-XX:TieredStopAtLevel=1"), Told.class, List.of(argument));
  }

  @Test
  void closedChild_endsByItself() throws Exception {
    Child child = Child.start(call("stay"), output::add);
    try (child) {
      assertThat(child.await(READY, WAIT).group(1)).isEqualTo(Long.toString(child.pid()));
      assertThat(output.poll(WAIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("told stay");
      assertThat(child.isAlive()).isTrue();
    }
    assertThat(child.isAlive()).isFalse();
  }

  @Test
  void childThatEndsTooSoon_isTold_withWhatItSaid() throws Exception {
    try (Child child = Child.start(call("leave"), output::add)) {
      assertThatThrownBy(() -> child.await(Pattern.compile("never"), WAIT))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("told ended; it said [ready " + child.pid());
    }
  }

  @Test
  void childThatIsNotReady_isTold() throws Exception {
    try (Child child = Child.start(call("stay"), output::add)) {
      assertThatThrownBy(() -> child.await(Pattern.compile("never"), Duration.ofMillis(1)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("told is not ready after PT0.001S");
    }
  }

  @Test
  void killedParent_leavesNoChild() throws Exception {
    Child.Call call =
        new Child.Call("parent", List.of("-XX:TieredStopAtLevel=1"), Parent.class, List.of());
    try (Child parent = Child.start(call, output::add)) {
      long pid = Long.parseLong(parent.await(READY, WAIT).group(1));
      ProcessHandle child = ProcessHandle.of(pid).orElseThrow();
      parent.kill();
      child.onExit().get(WAIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(child.isAlive()).isFalse();
    }
  }
}
