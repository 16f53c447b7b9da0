package io.github.redisqueue.bell;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.bell.BellReader.WakeUp;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.script.ServerError;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.QueryTimeoutException;

/**
 * The bells of all queues that this application waits for. A bell is a list of wake-ups.
 * Scripts push a wake-up when jobs become ready, unless the list holds it already. This
 * class waits with one {@code BLPOP} for all bells; so of all instances that wait for a
 * queue, Redis wakes one for each wake-up, the one that has waited longest. A wake-up
 * that nobody waits for stays in the list, so a wait misses nothing that came before it.
 * <p>
 * The wait includes the bells of those queues for which this application has room. When a
 * queue is to be included while a wait is under way, a wake-up in a list of this instance
 * ends that wait.
 * <p>
 * When the connection breaks, the wait begins anew after 100 ms, then at intervals that
 * double up to 1 s. After that the waiters look once at all shards, because a wake-up may
 * have been lost with the connection.
 * <p>
 * Redis refuses a read of several keys if one of them is no list. Such a bell is left out
 * from then on, so the jobs of its queue are found by polling. Thread-safe.
 */
public final class Bells implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(Bells.class);

	private static final Script BROKEN = Script.load("bell/broken");

	/**
	 * How long the first read after a failure waits. It shows whether Redis is back.
	 * Redis 6.2 may take a time of 1 ms for 0, which is forever.
	 */
	private static final Duration FIRST_LOOK = Duration.ofMillis(10);

	/** How much later than asked for the reply of a read may come. */
	private static final Duration GRACE = Duration.ofSeconds(5);

	/** How late the reply of a read may be before its connection is in doubt. */
	private static final Duration PATIENCE = Duration.ofSeconds(1);

	/** How long closing waits for the end of the wait under way. */
	private static final Duration LAST_WAIT = Duration.ofSeconds(1);

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

	private final BellWarnings warnings = new BellWarnings();

	/** The read under way, if any. */
	private volatile CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);

	/** The keys of the wait under way, or null if there is none. */
	private @Nullable Set<String> waitingFor;

	/** Whether a wake-up in the own list is to end the wait under way. */
	private boolean ending;

	/** The bell of the last wake-up. */
	private @Nullable String last;

	private volatile boolean closed;

	/** Whether the last read has failed, so that wake-ups may have been lost. */
	private boolean broken;

	/** How long to wait after the next failure, in ms; used by the end of reads only. */
	private long pause = FIRST_PAUSE;

	/**
	 * Bells of queues whose keys have a prefix. One wait takes at most the longest time,
	 * which has to be less than half of the client's command timeout.
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
	 * Gives a wake-up that is in no list to a waiter of this application, and tells
	 * whether one has taken it.
	 */
	public boolean offer(String key, int shard) {
		QueueBell bell = this.bells.get(key);
		return bell != null && !this.closed && bell.isTaken(shard, Waiter::onOffer);
	}

	/** The bell of a queue, the same for each call. */
	public Bell bell(String queue) {
		return this.bells.computeIfAbsent(QueueKeys.bell(this.keyPrefix, queue), (key) -> new QueueBell(this, key));
	}

	void push(String bell, int shard) {
		this.scripts.ring(bell, shard);
	}

	/**
	 * Begins to wait, or ends the wait under way if it lacks a bell that is to be
	 * included.
	 */
	void read() {
		List<String> keys = new ArrayList<>();
		Duration wait;
		boolean end = false;
		synchronized (this) {
			this.bells.values().stream().filter(QueueBell::isListening).map(QueueBell::key).forEach(keys::add);
			takeTurns(keys, this.last);
			wait = this.broken ? FIRST_LOOK : this.longest;
			if (this.closed || keys.isEmpty()) {
				return;
			}
			if (this.waitingFor == null) {
				keys.add(this.own);
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
		if (end) {
			push(this.own, 0);
		}
		else {
			await(keys, wait);
		}
	}

	/**
	 * Redis looks for wake-ups in the order of the keys. So that all bells take turns,
	 * those behind the one that had the last wake-up come first.
	 */
	private static void takeTurns(List<String> keys, @Nullable String last) {
		Collections.sort(keys);
		if (last != null) {
			int found = Collections.binarySearch(keys, last);
			Collections.rotate(keys, -((found >= 0) ? found + 1 : -found - 1));
		}
	}

	private void await(List<String> keys, Duration wait) {
		try {
			CompletableFuture<@Nullable WakeUp> wakeUp = this.reader.read(keys, wait).toCompletableFuture().copy();
			this.underWay = wakeUp;
			ScheduledFuture<?> timeout = this.timer.schedule(() -> giveUp(wakeUp), wait.plus(GRACE).toNanos(),
					TimeUnit.NANOSECONDS);
			ScheduledFuture<?> doubt = this.timer.schedule(() -> doubt(wakeUp, keys.get(0)),
					wait.plus(PATIENCE).toNanos(), TimeUnit.NANOSECONDS);
			wakeUp.whenComplete((value, failure) -> {
				timeout.cancel(false);
				doubt.cancel(false);
				if (failure != null && ServerError.code(failure).equals(ServerError.WRONGTYPE)) {
					leaveOutBroken(keys, failure);
				}
				else {
					onRead(value, failure);
				}
			});
		}
		catch (Throwable ex) {
			onRead(null, ex);
		}
	}

	/**
	 * Replaces a connection that has died silently, long before its timeout: the server
	 * replies to another connection, but not to this one.
	 */
	private void doubt(CompletableFuture<?> read, String key) {
		this.scripts.watch(this.timer, () -> giveUp(read))
			.doubt(key.getBytes(StandardCharsets.UTF_8), () -> !read.isDone());
	}

	private void giveUp(CompletableFuture<?> read) {
		if (read.completeExceptionally(new QueryTimeoutException("The read of the bells got no reply"))) {
			this.reader.reset();
		}
	}

	/**
	 * Leaves out the bells whose keys are no lists. Redis does not say which these are.
	 * If that cannot be found out, the read has failed as it did.
	 */
	private void leaveOutBroken(List<String> keys, Throwable failure) {
		Call call = new Call("of bells");
		keys.forEach(call::key);
		this.scripts.start(Operation.of(Lane.LEASE, BROKEN, call, Reply::texts)).whenComplete((found, unknown) -> {
			List<QueueBell> broken = Stream.ofNullable(found)
				.flatMap(List::stream)
				.map(this.bells::get)
				.flatMap(Stream::ofNullable)
				.toList();
			broken.forEach(QueueBell::leaveOut);
			broken.forEach((bell) -> this.warnings.onWrongType(bell.key()));
			onRead(null, broken.isEmpty() ? failure : null);
		});
	}

	private void onRead(@Nullable WakeUp wakeUp, @Nullable Throwable failure) {
		boolean recovered;
		synchronized (this) {
			this.waitingFor = null;
			recovered = failure == null && this.broken;
			this.broken = failure != null;
			this.last = (wakeUp != null) ? wakeUp.bell() : null;
		}
		if (failure != null) {
			onFailure(failure);
			return;
		}
		this.pause = FIRST_PAUSE;
		QueueBell rung = (wakeUp != null) ? this.bells.get(wakeUp.bell()) : null;
		try {
			if (rung != null) {
				rung.onWakeUp(wakeUp.value());
			}
		}
		finally {
			read();
		}
		if (recovered) {
			this.bells.values().forEach(QueueBell::onGap);
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
			this.warnings.onFailure(failure, millis);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The bells are closed", ex);
		}
	}

	/** Ends the wait, and closes its connection, until somebody listens again. */
	public void rest() {
		endWait();
		this.reader.reset();
	}

	/**
	 * Ends the wait, and closes its connection. If Redis is available, the wait under way
	 * ends first, so that no wake-up is lost with the connection.
	 */
	@Override
	public void close() {
		this.closed = true;
		endWait();
		this.reader.close();
	}

	private void endWait() {
		boolean available;
		synchronized (this) {
			available = this.waitingFor != null && !this.broken;
		}
		if (!available) {
			return;
		}
		push(this.own, 0);
		try {
			this.underWay.get(LAST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | TimeoutException ex) {
			logger.debug("The wait for bells did not end within its timeout", ex);
		}
	}

}
