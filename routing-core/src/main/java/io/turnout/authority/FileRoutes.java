// SPDX-License-Identifier: Apache-2.0
package io.turnout.authority;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.turnout.spi.RouteKey;
import io.turnout.store.AuditEntry;
import io.turnout.store.Page;
import io.turnout.store.RouteDefaults;
import io.turnout.store.RouteListing;
import io.turnout.store.RouteStore;
import io.turnout.store.RouteStoreException;
import io.turnout.store.RouteStoreException.Kind;
import io.turnout.store.RouteTarget.AliasOf;
import io.turnout.store.RouteTarget.Deleted;
import io.turnout.store.RouteTarget.InCell;
import io.turnout.store.StoredRoute;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The routes of a route file, as its administration reads and writes them while a {@link
 * FileAuthority} answers from it.
 *
 * <p>A write changes the text of its record and nothing else: comments, order and everything else
 * that people wrote stay. What comes of it is read again and compared before it takes the file's
 * place, at once and with the same permissions. A crash leaves the file as it was or as it becomes.
 * Writers wait for each other at {@code NAME.lock}; the audit trail stands in {@code
 * NAME.audit.jsonl}, both beside the file.
 *
 * <p>A record that has no version in the file reads as one with a small version that depends on
 * what the record says, and gets one of its own with its first write.
 *
 * <p>Thread-safe.
 */
public final class FileRoutes implements RouteStore {

  /** How long a write waits for other writers. */
  public static final Duration LOCK_WAIT = Duration.ofSeconds(10);

  private static final String EMPTY = "turnout-routes: 1\nroutes: {}\n";
  private static final int MOST_ATTEMPTS = 5;

  private final Path path;
  private final FileSteps steps;
  private final Duration lockWait;
  private final ReentrantLock writing = new ReentrantLock();
  private volatile @Nullable RouteFileContent latest;

  private FileRoutes(Path path, FileSteps steps, Duration lockWait) {
    this.path = Objects.requireNonNull(path, "path");
    this.steps = steps;
    this.lockWait = lockWait;
  }

  /**
   * The routes of a file.
   *
   * @param file a route file; one that does not exist fails every call as {@link Kind#MISSING}
   */
  public static FileRoutes of(Path file) {
    return new FileRoutes(file, FileSteps.SYSTEM, LOCK_WAIT);
  }

  static FileRoutes of(Path file, FileSteps steps, Duration lockWait) {
    return new FileRoutes(file, steps, lockWait);
  }

  /**
   * Makes a route file without routes, unless there is one.
   *
   * @return whether it was made
   * @throws RouteStoreException if the file cannot be written
   */
  public static boolean create(Path file) {
    try {
      Files.write(file, EMPTY.getBytes(UTF_8), StandardOpenOption.CREATE_NEW);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  @Override
  public Optional<StoredRoute> read(RouteKey key) {
    Objects.requireNonNull(key, "key");
    return content().file().route(key);
  }

  @Override
  public RouteDefaults defaults() {
    return content().file().defaults();
  }

  @Override
  public boolean write(StoredRoute route, long expectedVersion) {
    Objects.requireNonNull(route, "route");
    return change(
        content -> {
          Optional<StoredRoute> there = content.file().route(route.key());
          if (there.filter(r -> r.stamp().writeId().equals(route.stamp().writeId())).isPresent()) {
            return Outcome.ALREADY;
          }
          boolean expected = there.map(StoredRoute::version).orElse(0L) == expectedVersion;
          return expected ? Outcome.to(content.with(route)) : Outcome.REFUSED;
        });
  }

  @Override
  public boolean writeDefaults(RouteDefaults defaults, long expectedVersion) {
    Objects.requireNonNull(defaults, "defaults");
    return change(
        content -> {
          RouteDefaults there = content.file().defaults();
          if (there.stamp().writeId().equals(defaults.stamp().writeId())) {
            return Outcome.ALREADY;
          }
          return there.version() == expectedVersion
              ? Outcome.to(content.with(defaults))
              : Outcome.REFUSED;
        });
  }

  @Override
  public Page<StoredRoute> list(RouteListing listing) {
    Objects.requireNonNull(listing, "listing");
    Stream<StoredRoute> routes =
        records()
            .filter(route -> route.key().text().startsWith(listing.prefix()))
            .filter(route -> listing.deleted() || !(route.target() instanceof Deleted))
            .filter(
                route ->
                    listing.cell().isEmpty()
                        || route.target().equals(new InCell(listing.cell().get())))
            .sorted(Comparator.comparing(route -> route.key().text()));
    return page(routes, route -> route.key().text(), false, listing.limit(), listing.after());
  }

  @Override
  public List<RouteKey> aliasesOf(RouteKey key) {
    Objects.requireNonNull(key, "key");
    return records()
        .filter(route -> route.target() instanceof AliasOf alias && alias.key().equals(key))
        .map(StoredRoute::key)
        .sorted(Comparator.comparing(RouteKey::text))
        .toList();
  }

  @Override
  public void audit(AuditEntry entry) {
    Objects.requireNonNull(entry, "entry");
    exclusively(
        real -> {
          new AuditFile(beside(real, ".audit.jsonl"), steps).append(entry, real);
          return true;
        });
  }

  @Override
  public Page<AuditEntry> auditOf(Optional<RouteKey> key, int limit, Optional<String> after) {
    RouteListing.requireLimit(limit);
    try {
      AuditFile file = new AuditFile(beside(path.toRealPath(), ".audit.jsonl"), steps);
      return page(file.entries(key).stream(), AuditEntry::id, true, limit, after);
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  private Stream<StoredRoute> records() {
    return content().file().routes().values().stream().map(RouteFile.Listed::route);
  }

  /** One page of what is sorted by a name, either way. */
  private static <T> Page<T> page(
      Stream<T> all, Function<T, String> name, boolean falling, int limit, Optional<String> after) {
    List<T> rest =
        all.filter(
                item ->
                    after.isEmpty()
                        || (falling
                            ? name.apply(item).compareTo(after.get()) < 0
                            : name.apply(item).compareTo(after.get()) > 0))
            .limit(limit + 1L)
            .toList();
    return rest.size() <= limit
        ? new Page<>(rest, Optional.empty())
        : new Page<>(rest.subList(0, limit), Optional.of(name.apply(rest.get(limit - 1))));
  }

  /** What becomes of a write: done before, refused, or the content that it makes. */
  private record Outcome(boolean written, Optional<RouteFileContent> content) {
    static final Outcome ALREADY = new Outcome(true, Optional.empty());
    static final Outcome REFUSED = new Outcome(false, Optional.empty());

    static Outcome to(RouteFileContent content) {
      return new Outcome(true, Optional.of(content));
    }
  }

  private interface Change {
    Outcome of(RouteFileContent content);
  }

  private boolean change(Change change) {
    return exclusively(
        real -> {
          for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            RouteFileContent before = content(real);
            Outcome outcome = change.of(before);
            if (outcome.content().isEmpty() || replaced(real, before, outcome.content().get())) {
              return outcome.written();
            }
          }
          throw new IOException(
              "\"" + path + "\" is changed by somebody else all the time; try again");
        });
  }

  /** Puts a content in the place of another, unless somebody has changed the file meanwhile. */
  private boolean replaced(Path real, RouteFileContent before, RouteFileContent after)
      throws IOException {
    Path fresh = beside(real, ".new");
    steps.create(fresh);
    steps.permit(fresh, real);
    steps.append(fresh, after.bytes());
    steps.sync(fresh);
    if (!before.holds(steps.read(real, FileAuthority.DEFAULT_MAX_BYTES))) {
      Files.deleteIfExists(fresh);
      return false;
    }
    steps.replace(fresh, real);
    steps.syncFolderOf(real);
    latest = after;
    return true;
  }

  private interface Work<T> {
    T on(Path real) throws IOException;
  }

  /** Does something to the file, wherever links lead, while no other writer does. */
  private <T> T exclusively(Work<T> work) {
    writing.lock();
    try {
      Path real = path.toRealPath();
      Path lock = beside(real, ".lock");
      if (Files.notExists(lock)) {
        shareLock(lock, real);
      }
      return new LockFile(lock, lockWait).holding(() -> work.on(real));
    } catch (IOException e) {
      throw failure(path, e);
    } finally {
      writing.unlock();
    }
  }

  /** Lets whoever may write the route file hold the lock, too. */
  private void shareLock(Path lock, Path real) throws IOException {
    try {
      Files.createFile(lock);
      steps.permit(lock, real);
    } catch (FileAlreadyExistsException e) {
      // Another writer was faster.
    }
  }

  private RouteFileContent content() {
    try {
      return content(path);
    } catch (IOException e) {
      throw failure(path, e);
    }
  }

  private RouteFileContent content(Path from) throws IOException {
    byte[] bytes = steps.read(from, FileAuthority.DEFAULT_MAX_BYTES);
    RouteFileContent known = latest;
    if (known != null && known.holds(bytes)) {
      return known;
    }
    RouteFileContent read = RouteFileContent.read(path, bytes);
    latest = read;
    return read;
  }

  private static Path beside(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private static RouteStoreException failure(Path path, IOException e) {
    if (e instanceof NoSuchFileException) {
      return new RouteStoreException(Kind.MISSING, "there is no route file \"" + path + "\"", e);
    }
    if (e instanceof AccessDeniedException denied) {
      return new RouteStoreException(
          Kind.FORBIDDEN, "\"" + denied.getFile() + "\" may not be read or written", e);
    }
    String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new RouteStoreException(
        Kind.UNREACHABLE, "the route file \"" + path + "\" cannot be used: " + why, e);
  }
}
