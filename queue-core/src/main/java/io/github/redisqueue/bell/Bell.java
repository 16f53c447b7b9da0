package io.github.redisqueue.bell;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The bell of one queue, as the waiters of this application share it. A token goes to one
 * of them. If none has room, the bell passes the token on to another instance, and is not
 * read until a waiter {@linkplain #listen() listens} again. Thread-safe.
 */
public final class Bell {

	private final Bells bells;

	private final String key;

	private final List<Waiter> waiters = new CopyOnWriteArrayList<>();

	/** Whether tokens of this bell are wanted. */
	private volatile boolean listening;

	private int turn;

	Bell(Bells bells, String key) {
		this.bells = bells;
		this.key = key;
	}

	String key() {
		return this.key;
	}

	/**
	 * Adds a waiter. Tokens come after the next call of {@link #listen()}.
	 * @param waiter the waiter
	 */
	public void add(Waiter waiter) {
		this.waiters.add(waiter);
	}

	/**
	 * Removes a waiter.
	 * @param waiter the waiter
	 */
	public void remove(Waiter waiter) {
		this.waiters.remove(waiter);
		if (this.waiters.isEmpty()) {
			this.listening = false;
		}
	}

	/**
	 * A waiter waits for jobs and has room: the next read takes tokens of this bell too.
	 */
	public void listen() {
		if (!this.listening) {
			this.listening = true;
			this.bells.readAgain(this);
		}
	}

	/**
	 * Passes a token on that this application has taken and cannot use, so that another
	 * instance looks at the shard.
	 * @param shard the number of the shard
	 */
	public void passOn(int shard) {
		this.bells.push(this.key, Integer.toString(shard));
	}

	boolean isListening() {
		return this.listening && !this.waiters.isEmpty();
	}

	/** Gives a token to one waiter, and passes it on if all refuse. */
	void onToken(String value) {
		int shard = shardOf(value);
		// A waiter that gets room from now on listens again, and is not overlooked.
		this.listening = false;
		List<Waiter> all = new ArrayList<>(this.waiters);
		for (int i = 0; i < all.size(); i++) {
			if (all.get((this.turn + i) % all.size()).onToken(shard)) {
				this.turn = (this.turn + i + 1) % all.size();
				this.listening = true;
				return;
			}
		}
		passOn(shard);
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

	void onGap() {
		this.waiters.forEach(Waiter::onGap);
	}

}
