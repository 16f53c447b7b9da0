package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The bells of all queues that this application waits for. A bell is a list of wake-ups.
 * Scripts push a wake-up when jobs become ready, unless the list holds it already. This
 * class waits with one {@code BLPOP} for up to 500 bells; so of all instances that wait
 * for a queue, Redis wakes one for each wake-up, the one that has waited longest. A
 * wake-up that nobody waits for stays in the list, so a wait misses nothing that came
 * before it.
 * <p>
 * A wake-up ends the wait that has taken it, which is sent again with the names of its
 * bells. So what a wake-up costs is bounded, however many queues there are. Each wait has
 * a connection of its own.
 * <p>
 * A wait includes the bells of those queues for which this application has room. When a
 * queue is to be included while the wait is under way, a wake-up in a list of this
 * instance ends that wait.
 * <p>
 * When a connection breaks, its wait begins anew after 100 ms, then at intervals that
 * double up to 1 s. After that the waiters look once at all shards, because a wake-up may
 * have been lost with the connection.
 * <p>
 * Redis refuses a read of several keys if one of them is no list. Such a bell is left out
 * from then on, so the jobs of its queue are found by polling. Thread-safe.
 */
public final class Bells implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(Bells.class);

	/**
	 * How many bells a wait includes. Redis takes 0.1 µs for each of them when the wait
	 * is sent again, little beside what the job costs that rang.
	 */
	static final int MAX_BELLS = 500;

	/** How long closing waits for the end of the waits under way. */
	private static final Duration LAST_WAIT = Duration.ofSeconds(1);

	private final Supplier<BellReader> readers;

	final ScriptRunner scripts;

	final ScheduledExecutorService timer;

	private final String keyPrefix;

	final Duration longest;

	final Map<String, QueueBell> bells = new ConcurrentHashMap<>();

	private final List<BellWait> waits = new CopyOnWriteArrayList<>();

	final BellWarnings warnings = new BellWarnings();

	volatile boolean closed;

	/**
	 * Bells of queues whose keys have a prefix. One wait takes at most the longest time,
	 * which has to be less than half of the client's command timeout.
	 * @param readers creates a reader for each wait
	 */
	public Bells(Supplier<BellReader> readers, ScriptRunner scripts, ScheduledExecutorService timer, String keyPrefix,
			Duration longest) {
		this.readers = readers;
		this.scripts = scripts;
		this.timer = timer;
		this.keyPrefix = keyPrefix;
		this.longest = longest;
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

	/** Adds a bell to the first wait that has room. */
	synchronized BellWait join(QueueBell bell) {
		for (BellWait wait : this.waits) {
			if (wait.add(bell)) {
				return wait;
			}
		}
		String own = QueueKeys.bell(this.keyPrefix, "#" + UUID.randomUUID());
		BellWait wait = new BellWait(this, this.readers.get(), new QueueBell(this, own));
		this.waits.add(wait);
		wait.add(bell);
		return wait;
	}

	/** Ends the waits, and closes their connections, until somebody listens again. */
	public void rest() {
		endWaits();
		this.waits.forEach((wait) -> wait.reader.reset());
	}

	/**
	 * Ends the waits, and closes their connections. If Redis is available, those under
	 * way end first, so that no wake-up is lost with a connection.
	 */
	@Override
	public void close() {
		this.closed = true;
		endWaits();
		this.waits.forEach((wait) -> wait.reader.close());
	}

	private void endWaits() {
		try {
			CompletableFuture.allOf(this.waits.stream().map(BellWait::end).toArray(CompletableFuture[]::new))
				.get(LAST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | TimeoutException ex) {
			logger.debug("A wait for bells did not end within its timeout", ex);
		}
	}

}
