package io.github.redisqueue.bell;

/**
 * The bell of one queue, as the waiters of this application share it. A wake-up goes to
 * one of them. If none has room, the bell passes the wake-up on to another instance, and
 * is not read until a waiter {@linkplain #listen() listens} again. Thread-safe.
 */
public interface Bell {

	/** Adds a waiter. Wake-ups come after the next call of {@link #listen()}. */
	void add(Waiter waiter);

	void remove(Waiter waiter);

	/**
	 * A waiter waits for jobs and has room: the next read takes wake-ups of this bell
	 * too.
	 */
	void listen();

	/**
	 * Passes a wake-up on that this application has taken and cannot use, so that another
	 * instance looks at the shard.
	 */
	void passOn(int shard);

}
