package io.github.redisqueue.bell;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;

import org.jspecify.annotations.Nullable;

/**
 * The bell of one queue. Gives each wake-up to one of the waiters in turn. Thread-safe.
 */
final class QueueBell implements Bell {

	private final Bells bells;

	final String key;

	final byte[] encodedKey;

	private final List<Waiter> waiters = new CopyOnWriteArrayList<>();

	/** The wait that includes this bell, if it has waiters; before the first, null. */
	private volatile @Nullable BellWait wait;

	/** Whether wake-ups of this bell are wanted, if it has waiters. */
	private volatile boolean listening;

	/** Whether the key is no list. */
	private volatile boolean leftOut;

	/**
	 * Which waiter is asked first. A wake-up that is read and one that is offered may see
	 * the same turn: then one waiter is asked first by both.
	 */
	private volatile int turn;

	QueueBell(Bells bells, String key) {
		this.bells = bells;
		this.key = key;
		this.encodedKey = key.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public void add(Waiter waiter) {
		synchronized (this) {
			if (this.waiters.isEmpty()) {
				this.listening = false;
				this.wait = this.bells.join(this);
			}
			this.waiters.add(waiter);
		}
		if (this.listening) {
			// Somebody began to listen meanwhile, perhaps to the wait of before.
			include();
		}
	}

	@Override
	public synchronized void remove(Waiter waiter) {
		BellWait including = this.wait;
		if (this.waiters.remove(waiter) && this.waiters.isEmpty() && including != null) {
			including.remove(this);
		}
	}

	@Override
	public void listen() {
		if (!this.listening) {
			this.listening = true;
			include();
		}
	}

	private void include() {
		BellWait including = this.wait;
		if (including != null) {
			including.include(this);
		}
	}

	@Override
	public void passOn(int shard) {
		this.bells.scripts.ring(this.key, shard);
	}

	boolean isListening() {
		return this.listening && !this.leftOut && !this.waiters.isEmpty();
	}

	/** Leaves the bell out of the waits. */
	void leaveOut() {
		this.leftOut = true;
	}

	/** Gives a wake-up to one waiter, and passes it on if all refuse. */
	void onWakeUp(String value) {
		int shard = shardOf(value);
		// A waiter that gets room from now on listens again, and is not overlooked.
		this.listening = false;
		boolean taken = true;
		try {
			taken = isTaken(shard, Waiter::onWakeUp);
		}
		finally {
			if (taken) {
				// By now another wait may include this bell.
				listen();
			}
			else {
				passOn(shard);
			}
		}
	}

	/** Gives a wake-up to one waiter, and tells whether it has taken it. */
	boolean isTaken(int shard, BiPredicate<Waiter, Integer> take) {
		List<Waiter> all = new ArrayList<>(this.waiters);
		int first = this.turn;
		for (int i = 0; i < all.size(); i++) {
			if (take.test(all.get((first + i) % all.size()), shard)) {
				this.turn = (first + i + 1) % all.size();
				return true;
			}
		}
		return false;
	}

	/** Others may write to the key: what is no number means any shard. */
	private static int shardOf(String value) {
		try {
			return Integer.parseInt(value);
		}
		catch (NumberFormatException ex) {
			return -1;
		}
	}

	/** The connection broke, and is there again. */
	void onGap() {
		this.waiters.forEach(Waiter::onGap);
	}

}
