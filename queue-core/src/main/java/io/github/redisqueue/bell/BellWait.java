package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.bell.BellReader.WakeUp;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.ServerError;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.QueryTimeoutException;

/**
 * Waits for some of the {@link Bells}, again and again. Thread-safe.
 */
final class BellWait {

	private static final Log logger = LogFactory.getLog(BellWait.class);

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

	private static final long FIRST_PAUSE = 100;

	private static final long MAX_PAUSE = 1000;

	private final Bells all;

	final BellReader reader;

	/** A list by which this instance ends its own wait. */
	private final QueueBell own;

	/** The bells to wait for, those that have no room included. */
	private final List<QueueBell> bells = new ArrayList<>();

	/** How far the next read begins behind the first bell. */
	private int turn;

	/** The bells of the wait under way, or null if there is none. */
	private @Nullable List<QueueBell> waitingFor;

	/** The read under way, if any. */
	private volatile CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);

	/** Whether a wake-up in the own list is to end the wait under way. */
	private boolean ending;

	/** Whether the last read has failed, so that wake-ups may have been lost. */
	private boolean broken;

	/** How long to wait after the next failure, in ms; used by the end of reads only. */
	private long pause = FIRST_PAUSE;

	BellWait(Bells all, BellReader reader, QueueBell own) {
		this.all = all;
		this.reader = reader;
		this.own = own;
	}

	/** Adds a bell if there is room for one more. */
	synchronized boolean add(QueueBell bell) {
		return this.bells.size() < Bells.MAX_BELLS && this.bells.add(bell);
	}

	synchronized void remove(QueueBell bell) {
		this.bells.remove(bell);
	}

	/** Begins to wait, or ends the wait under way if it lacks this bell. */
	void include(QueueBell bell) {
		boolean ends;
		synchronized (this) {
			ends = this.waitingFor != null && !this.waitingFor.contains(bell) && !this.ending && !this.all.closed;
			this.ending |= ends;
		}
		if (ends) {
			this.own.passOn(0);
		}
		read();
	}

	/** Begins to wait, unless a wait is under way. */
	private void read() {
		List<QueueBell> some;
		synchronized (this) {
			some = (this.waitingFor == null && !this.all.closed) ? listening() : List.of();
			if (some.isEmpty()) {
				return;
			}
			this.waitingFor = some;
			this.ending = false;
		}
		await(some);
	}

	/**
	 * Redis looks for wake-ups in the order of the keys. So that all bells take turns,
	 * those behind the one that had the last wake-up come first.
	 */
	private List<QueueBell> listening() {
		List<QueueBell> listening = new ArrayList<>(this.bells);
		Collections.rotate(listening, -this.turn);
		listening.removeIf((bell) -> !bell.isListening());
		return listening;
	}

	private void await(List<QueueBell> some) {
		try {
			Duration wait = this.broken ? FIRST_LOOK : this.all.longest;
			List<byte[]> keys = new ArrayList<>(some.size() + 1);
			some.forEach((bell) -> keys.add(bell.encodedKey));
			keys.add(this.own.encodedKey);
			CompletableFuture<@Nullable WakeUp> wakeUp = this.reader.read(keys, wait).toCompletableFuture().copy();
			this.underWay = wakeUp;
			ScheduledFuture<?> timeout = this.all.timer.schedule(() -> giveUp(wakeUp), wait.plus(GRACE).toNanos(),
					TimeUnit.NANOSECONDS);
			ScheduledFuture<?> doubt = this.all.timer.schedule(() -> doubt(wakeUp, keys.get(0)),
					wait.plus(PATIENCE).toNanos(), TimeUnit.NANOSECONDS);
			wakeUp.whenComplete((value, failure) -> {
				timeout.cancel(false);
				doubt.cancel(false);
				if (failure != null && ServerError.code(failure).equals(ServerError.WRONGTYPE)) {
					leaveOutBroken(some, failure);
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
	private void doubt(CompletableFuture<?> read, byte[] key) {
		this.all.scripts.watch(this.all.timer, () -> giveUp(read)).doubt(key, () -> !read.isDone());
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
	private void leaveOutBroken(List<QueueBell> some, Throwable failure) {
		Call call = new Call("of bells");
		some.forEach((bell) -> call.key(bell.key));
		this.all.scripts.start(Operation.of(Lane.LEASE, BROKEN, call, Reply::texts)).whenComplete((found, unknown) -> {
			List<QueueBell> broken = new ArrayList<>(some);
			broken.removeIf((bell) -> found == null || !found.contains(bell.key));
			broken.forEach(QueueBell::leaveOut);
			broken.forEach((bell) -> this.all.warnings.onWrongType(bell.key));
			onRead(null, broken.isEmpty() ? failure : null);
		});
	}

	private void onRead(@Nullable WakeUp wakeUp, @Nullable Throwable failure) {
		QueueBell rung = (wakeUp != null) ? this.all.bells.get(wakeUp.bell()) : null;
		List<QueueBell> missed;
		synchronized (this) {
			this.waitingFor = null;
			missed = (failure == null && this.broken) ? List.copyOf(this.bells) : List.of();
			this.broken = failure != null;
			this.turn = (rung != null) ? this.bells.indexOf(rung) + 1 : this.turn;
		}
		if (failure != null) {
			onFailure(failure);
			return;
		}
		this.pause = FIRST_PAUSE;
		try {
			if (rung != null) {
				rung.onWakeUp(wakeUp.value());
			}
		}
		finally {
			read();
		}
		missed.forEach(QueueBell::onGap);
	}

	private void onFailure(Throwable failure) {
		if (this.all.closed) {
			return;
		}
		long millis = this.pause;
		this.pause = Math.min(millis * 2, MAX_PAUSE);
		try {
			this.all.timer.schedule(this::read, millis, TimeUnit.MILLISECONDS);
			this.all.warnings.onFailure(failure, millis);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The bells are closed", ex);
		}
	}

	/**
	 * Ends the wait under way, if Redis is available.
	 * @return completed when it has ended
	 */
	CompletableFuture<?> end() {
		synchronized (this) {
			if (this.waitingFor == null || this.broken) {
				return CompletableFuture.completedFuture(null);
			}
		}
		this.own.passOn(0);
		return this.underWay;
	}

}
