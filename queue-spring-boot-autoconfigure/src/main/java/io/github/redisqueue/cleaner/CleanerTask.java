package io.github.redisqueue.cleaner;

import java.util.function.BooleanSupplier;

import io.github.redisqueue.background.OutageBackoff;

/**
 * What the cleaner does to a queue again and again. Never throws, since that would
 * silently end the repetition.
 *
 * @param work returns whether it is known that Redis does what the queue needs
 * @param backoff told of successes and failures
 */
record CleanerTask(BooleanSupplier work, OutageBackoff backoff) implements Runnable {

	@Override
	public void run() {
		try {
			if (this.work.getAsBoolean()) {
				this.backoff.onSuccess();
			}
		}
		catch (Throwable ex) {
			this.backoff.onFailure(ex);
		}
	}

	/** It is run no more. */
	void end() {
		this.backoff.end();
	}

}
