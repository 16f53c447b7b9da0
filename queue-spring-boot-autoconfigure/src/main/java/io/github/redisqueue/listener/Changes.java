package io.github.redisqueue.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes changes of a state one after the other, and does what follows from a change after
 * its lock has been released: a call that begins under a lock may complete at once, and
 * change the state again. Thread-safe.
 */
final class Changes {

	private final ReentrantLock lock = new ReentrantLock();

	private final List<Runnable> following = new ArrayList<>();

	/**
	 * Makes a change, and then does what follows. If one of these actions fails, the
	 * others are done all the same.
	 */
	void make(Runnable change) {
		List<Runnable> actions;
		this.lock.lock();
		try {
			change.run();
			actions = List.copyOf(this.following);
			this.following.clear();
		}
		finally {
			this.lock.unlock();
		}
		RuntimeException failure = null;
		for (Runnable action : actions) {
			try {
				action.run();
			}
			catch (RuntimeException ex) {
				failure = ex;
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	/** Does something after the change that is being made. */
	void then(Runnable action) {
		this.following.add(action);
	}

}
