package io.github.redisqueue.listener.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ReflectionUtils;

/**
 * Makes changes of a state one after the other, and does what follows from a change after
 * its lock has been released: a call that begins under a lock may complete at once, and
 * change the state again. Thread-safe.
 */
public final class StateLock {

	/** What follows from the change that is being made. Used under the lock. */
	private final List<Runnable> following = new ArrayList<>();

	/** What has cut a change short, or what follows from it. */
	private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

	/**
	 * Makes a change, and then does what follows. If one of these actions fails, the
	 * others are done all the same.
	 */
	void make(Runnable change) {
		try {
			List<Runnable> actions;
			synchronized (this) {
				change.run();
				actions = List.copyOf(this.following);
				this.following.clear();
			}
			follow(actions);
		}
		catch (Throwable ex) {
			this.failure.set(ex);
			throw ex;
		}
	}

	private static void follow(List<Runnable> actions) {
		Throwable thrown = null;
		for (Runnable action : actions) {
			try {
				action.run();
			}
			catch (Throwable ex) {
				thrown = ex;
			}
		}
		if (thrown != null) {
			ReflectionUtils.rethrowRuntimeException(thrown);
		}
	}

	/**
	 * What has cut a change short since the last call of this method. The state may not
	 * be what it has to be.
	 */
	public @Nullable Throwable takeFailure() {
		return this.failure.getAndSet(null);
	}

	/** Something that belongs to a change has failed elsewhere. */
	public void failed(Throwable thrown) {
		this.failure.set(thrown);
	}

	/** Does something after the change that is being made. */
	void then(Runnable action) {
		this.following.add(action);
	}

}
