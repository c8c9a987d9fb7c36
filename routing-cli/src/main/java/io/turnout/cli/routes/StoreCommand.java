// SPDX-License-Identifier: Apache-2.0
package io.turnout.cli.routes;

import io.turnout.admin.LostRaceException;
import io.turnout.admin.RouteAdministration;
import io.turnout.admin.RouteRefusedException;
import io.turnout.cli.terminal.ExitCode;
import io.turnout.redis.RedisInvalidations;
import io.turnout.store.AuditEntry.Author;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** What the commands have in common: they open a source of truth, and close it. */
abstract class StoreCommand implements Callable<Integer> {

  @ParentCommand private RoutesCommand routes;

  @Mixin private StoreOptions store;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @SuppressWarnings("NullAway.Init")
  StoreCommand() {}

  /** What the call says of changes; nothing where the command changes nothing. */
  Change change() {
    return Change.NONE;
  }

  /** Does it. */
  abstract int run(Session session);

  @Override
  public final Integer call() {
    Outside outside = routes.outside();
    Change change = change();
    try (Place place = store.place()) {
      RouteAdministration.Builder administration =
          RouteAdministration.builder(
                  place.open(), new Author(change.who().orElse(outside.user()), change.why()))
              .clock(outside.clock())
              .ids(outside.ids());
      if (change.dryRun()) {
        administration.dryRun();
      }
      try (Feed feed = Feed.of(change)) {
        feed.invalidations().ifPresent(administration::invalidations);
        return run(new Session(outside, place, administration.build(), change, json));
      }
    } catch (RouteRefusedException | LostRaceException | Session.UnansweredException e) {
      outside.terminal().err().println("turnout: " + subject() + e.getMessage());
      return e instanceof Session.UnansweredException ? ExitCode.WRONG : ExitCode.NO;
    }
  }

  /** What begins a message about what the command is about, such as its key and a colon. */
  String subject() {
    return "";
  }

  /** The channel on which routers hear of changes, if the call names one. */
  private record Feed(Optional<RedisInvalidations> invalidations) implements AutoCloseable {

    static Feed of(Change change) {
      if (change.feed().uri().isEmpty() || change.dryRun()) {
        return new Feed(Optional.empty());
      }
      RedisInvalidations.Builder builder = RedisInvalidations.builder(change.feed().uri().get());
      change.feed().channel().ifPresent(builder::channel);
      return new Feed(Optional.of(builder.build()));
    }

    @Override
    public void close() {
      invalidations.ifPresent(RedisInvalidations::close);
    }
  }
}
