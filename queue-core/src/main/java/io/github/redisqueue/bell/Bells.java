package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

import io.github.redisqueue.LogText;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.bell.BellReader.Token;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.script.ServerError;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.QueryTimeoutException;

/**
 * The bells of all queues that this application waits for. A bell is a list of tokens.
 * Scripts push a token when jobs become ready, unless the list holds it already. This
 * class waits with one {@code BLPOP} for all bells; so of all instances that wait for a
 * queue, Redis wakes one for each token, the one that has waited longest. A token that
 * nobody waits for stays in the list, so a wait misses nothing that came before it.
 * <p>
 * The wait includes the bells of those queues for which this application has room. When a
 * queue is to be included while a wait is under way, a token in a list of this instance
 * ends that wait.
 * <p>
 * When the connection breaks, the wait begins anew after 100 ms, then at intervals that
 * double up to 1 s. After that the waiters look once at all shards, because a token may
 * have been lost with the connection.
 * <p>
 * Redis refuses a read of several keys if one of them is no list. Then each bell is read
 * by itself once, and those that Redis refuses are left out for a minute. Thread-safe.
 */
public final class Bells implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(Bells.class);

	/**
	 * How long the first read after a failure waits. It shows whether Redis is back.
	 * Redis 6.2 may take a time of 1 ms for 0, which is forever.
	 */
	private static final Duration FIRST_LOOK = Duration.ofMillis(10);

	/** How much later than asked for the reply of a read may come. */
	private static final Duration GRACE = Duration.ofSeconds(5);

	/** How late the reply of a read may be before its connection is in doubt. */
	private static final Duration PATIENCE = Duration.ofSeconds(1);

	/** How much longer than that of another connection a reply may take, in ms. */
	private static final long PROBE_GRACE = 200;

	/** How long a bell whose key is no list is left out. */
	private static final Duration BROKEN_PAUSE = Duration.ofMinutes(1);

	private static final long FIRST_PAUSE = 100;

	private static final long MAX_PAUSE = 1000;

	private final BellReader reader;

	private final ScriptRunner scripts;

	private final ScheduledExecutorService timer;

	private final String keyPrefix;

	private final Duration longest;

	/** The key of a list by which this instance ends its own wait. */
	private final String own;

	private final Map<String, QueueBell> bells = new ConcurrentHashMap<>();

	private final ReentrantLock lock = new ReentrantLock();

	/** The keys of the wait under way, or null if there is none. */
	private @Nullable Set<String> waitingFor;

	private boolean ending;

	/** The bells that are read one by one, because one of them is broken. */
	private final Deque<QueueBell> suspects = new ArrayDeque<>();

	/** The bell that is being read by itself, or null. */
	private @Nullable QueueBell suspect;

	/** The bell of the last token. */
	private @Nullable String last;

	private volatile boolean closed;

	private boolean broken;

	private boolean forbidden;

	private long pause = FIRST_PAUSE;

	/**
	 * Creates the bells.
	 * @param reader takes the tokens
	 * @param scripts pushes tokens
	 * @param timer runs short tasks later
	 * @param keyPrefix the beginning of the keys of all queues
	 * @param longest the longest time that one wait takes, less than half of the client's
	 * command timeout
	 */
	public Bells(BellReader reader, ScriptRunner scripts, ScheduledExecutorService timer, String keyPrefix,
			Duration longest) {
		this.reader = reader;
		this.scripts = scripts;
		this.timer = timer;
		this.keyPrefix = keyPrefix;
		this.longest = longest;
		this.own = QueueKeys.bell(keyPrefix, "#" + UUID.randomUUID());
	}

	/**
	 * Returns the bell of a queue.
	 * @param queue the name of the queue
	 * @return its bell, the same for each call
	 */
	public Bell bell(String queue) {
		return this.bells.computeIfAbsent(QueueKeys.bell(this.keyPrefix, queue), (key) -> new QueueBell(this, key));
	}

	void push(String bell, String token) {
		this.scripts.start(Tokens.push(bell, token)).exceptionally((ex) -> null);
	}

	private static int indexBehind(@Nullable String last, List<String> sorted) {
		if (last == null) {
			return 0;
		}
		int found = Collections.binarySearch(sorted, last);
		return (found >= 0) ? found + 1 : -found - 1;
	}

	/**
	 * Begins to wait, or ends the wait under way if it lacks a bell that is to be
	 * included.
	 */
	void read() {
		List<String> keys = new ArrayList<>();
		Duration wait;
		boolean end = false;
		this.lock.lock();
		try {
			listening().map(QueueBell::key).forEach(keys::add);
			// Redis looks for tokens in the order of the keys: all bells take turns.
			Collections.sort(keys);
			Collections.rotate(keys, -indexBehind(this.last, keys));
			wait = this.broken ? FIRST_LOOK : this.longest;
			if (this.closed || keys.isEmpty()) {
				return;
			}
			if (this.waitingFor == null) {
				this.suspect = this.suspects.poll();
				if (this.suspect != null) {
					keys.clear();
					keys.add(this.suspect.key());
					wait = FIRST_LOOK;
				}
				else {
					keys.add(this.own);
				}
				this.waitingFor = Set.copyOf(keys);
				this.ending = false;
			}
			else if (!this.ending && !this.waitingFor.containsAll(keys)) {
				this.ending = true;
				end = true;
			}
			else {
				return;
			}
		}
		finally {
			this.lock.unlock();
		}
		if (end) {
			push(this.own, "0");
		}
		else {
			await(keys, wait);
		}
	}

	private Stream<QueueBell> listening() {
		return this.bells.values().stream().filter(QueueBell::isListening);
	}

	private void await(List<String> keys, Duration wait) {
		try {
			CompletableFuture<@Nullable Token> token = this.reader.read(keys, wait).toCompletableFuture().copy();
			ScheduledFuture<?> timeout = this.timer.schedule(() -> giveUp(token), wait.plus(GRACE).toNanos(),
					TimeUnit.NANOSECONDS);
			ScheduledFuture<?> doubt = this.timer.schedule(
					() -> this.scripts.background().execute(() -> probe(token, keys.get(0))),
					wait.plus(PATIENCE).toNanos(), TimeUnit.NANOSECONDS);
			token.whenComplete((value, failure) -> {
				timeout.cancel(false);
				doubt.cancel(false);
				onRead(value, failure);
			});
		}
		catch (RuntimeException ex) {
			onRead(null, ex);
		}
	}

	/**
	 * Replaces a connection that has died silently, long before its timeout: the server
	 * replies to another connection, but not to this one.
	 */
	private void probe(CompletableFuture<?> read, String key) {
		if (this.scripts.repliesElsewhere(key)) {
			this.timer.schedule(() -> giveUp(read), PROBE_GRACE, TimeUnit.MILLISECONDS);
		}
	}

	private void giveUp(CompletableFuture<?> read) {
		if (read.completeExceptionally(new QueryTimeoutException("The read of the bells got no reply"))) {
			this.reader.reset();
		}
	}

	private void onRead(@Nullable Token token, @Nullable Throwable failure) {
		if (failure != null && ServerError.code(unwrapped(failure)).equals(ServerError.WRONGTYPE)) {
			onWrongType();
			return;
		}
		boolean recovered;
		this.lock.lock();
		try {
			this.waitingFor = null;
			this.suspect = null;
			recovered = failure == null && this.broken;
			this.broken = failure != null;
			this.last = (token != null) ? token.bell() : null;
		}
		finally {
			this.lock.unlock();
		}
		if (failure != null) {
			onFailure(failure);
			return;
		}
		this.pause = FIRST_PAUSE;
		QueueBell rung = (token != null) ? this.bells.get(token.bell()) : null;
		try {
			if (rung != null) {
				rung.onToken(token.value());
			}
		}
		finally {
			read();
		}
		if (recovered) {
			this.bells.values().forEach(QueueBell::onGap);
		}
	}

	/**
	 * The key of a bell is no list. If it is not known which, they are read one by one.
	 */
	private void onWrongType() {
		QueueBell culprit;
		this.lock.lock();
		try {
			this.waitingFor = null;
			culprit = this.suspect;
			this.suspect = null;
			if (culprit == null) {
				this.suspects.clear();
				listening().forEach(this.suspects::add);
			}
		}
		finally {
			this.lock.unlock();
		}
		if (culprit != null) {
			leaveOut(culprit);
		}
		read();
	}

	private void leaveOut(QueueBell culprit) {
		boolean news = culprit.leaveOut(true);
		try {
			this.timer.schedule(() -> {
				culprit.leaveOut(false);
				read();
			}, BROKEN_PAUSE.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The bells are closed", ex);
		}
		if (news) {
			inBackground(() -> logger.warn("The key '" + culprit.key() + "' should be the bell of a queue, but somebody"
					+ " wrote a value of another type to it. Delete the key. Until then the jobs of that queue are found"
					+ " by polling only"));
		}
	}

	private void onFailure(Throwable failure) {
		if (this.closed) {
			return;
		}
		long millis = this.pause;
		this.pause = Math.min(millis * 2, MAX_PAUSE);
		try {
			this.timer.schedule(this::read, millis, TimeUnit.MILLISECONDS);
			report(failure, millis);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The bells are closed", ex);
		}
	}

	/**
	 * Logs a missing permission once. Other failures also affect leasing, which logs
	 * them. An appender may block, so it gets a thread of its own.
	 */
	private void report(Throwable failure, long millis) {
		Throwable cause = unwrapped(failure);
		boolean warns = !this.forbidden && ServerError.code(cause).equals(ServerError.NOPERM);
		this.forbidden |= warns;
		if (warns || logger.isDebugEnabled()) {
			inBackground(() -> log(cause, millis, warns));
		}
	}

	private static void inBackground(Runnable task) {
		Thread thread = new Thread(task, "queue-bells-log");
		thread.setDaemon(true);
		thread.start();
	}

	private static Throwable unwrapped(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	private static void log(Throwable cause, long millis, boolean warns) {
		logger.debug("Cannot wait for bells, trying again in " + millis + " ms", cause);
		if (warns) {
			logger
				.warn("The Redis user has no permission to read the bells of queues, so jobs are found by polling only."
						+ " docs/security.md lists the required permissions: "
						+ LogText.of(String.valueOf(NestedExceptionUtils.getMostSpecificCause(cause).getMessage())));
		}
	}

	/**
	 * Ends the wait, and closes its connection.
	 */
	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
		}
		finally {
			this.lock.unlock();
		}
		this.reader.close();
	}

}
