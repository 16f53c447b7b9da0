package io.github.redisqueue.observation;

import org.jspecify.annotations.Nullable;

/**
 * The observation of one call of a handler, which has started. Never throws what those
 * throw who observe. Thread-safe.
 */
public final class JobHandling {

	/** Observes nothing. */
	public static final JobHandling NONE = new JobHandling(null, GuardedObservation.NOOP);

	private final @Nullable JobHandleContext context;

	private final GuardedObservation observation;

	JobHandling(@Nullable JobHandleContext context, GuardedObservation observation) {
		this.context = context;
		this.observation = observation;
	}

	/** What is observed, or null if nothing is. */
	@Nullable JobHandleContext context() {
		return this.context;
	}

	/**
	 * Runs something within the trace of the handling, on any thread, also after the end.
	 * @param action what to run
	 */
	public void scoped(Runnable action) {
		this.observation.scoped(action);
	}

	/**
	 * The handler has failed.
	 * @param thrown its exception
	 */
	public void failed(Throwable thrown) {
		this.observation.error(thrown);
	}

	/**
	 * Stops the observation.
	 * @param outcome what the listener does with the job, see
	 * {@link JobHandleContext#outcome()}
	 */
	public void end(String outcome) {
		if (this.context != null) {
			this.context.end(outcome);
		}
		this.observation.stop();
	}

}
