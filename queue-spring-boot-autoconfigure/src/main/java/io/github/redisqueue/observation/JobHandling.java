package io.github.redisqueue.observation;

import java.util.function.Supplier;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The observation of one call of a handler, which has started. Never throws what those
 * throw who observe. Thread-safe.
 */
public final class JobHandling extends GuardedObservation {

	/** Observes nothing. */
	public static final JobHandling NONE = new JobHandling(null, ObservationRegistry.NOOP, () -> Observation.NOOP);

	/** What is observed, or null if nothing is. */
	final @Nullable JobHandleContext context;

	JobHandling(@Nullable JobHandleContext context, ObservationRegistry registry, Supplier<Observation> start) {
		super(registry, start);
		this.context = context;
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
		stop();
	}

}
