package io.github.redisqueue.listener;

import java.util.function.Function;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.ListenerObservation.LowCardinalityKey;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * A handler whose runs are observed. Thread-safe.
 */
final class ObservedHandler {

	private final JobHandler handler;

	private final Function<Lease, Observation> observer;

	ObservedHandler(JobHandler handler, Function<Lease, Observation> observer) {
		this.handler = handler;
		this.observer = observer;
	}

	/** Runs it to its end, whatever that is. */
	Run run(Lease lease) {
		Observation observation = this.observer.apply(lease);
		try {
			observation.scopedChecked(() -> this.handler.handle(lease));
			return new Run(observation, null);
		}
		catch (Throwable ex) {
			return new Run(observation, ex);
		}
	}

	/**
	 * A run that has ended.
	 *
	 * @param observation its observation, which awaits an outcome
	 * @param thrown what it ended with, or null if all went well
	 */
	record Run(Observation observation, @Nullable Throwable thrown) {

		/** What the listener makes of it. */
		void outcome(String outcome) {
			this.observation.lowCardinalityKeyValue(LowCardinalityKey.OUTCOME.withValue(outcome)).stop();
		}

	}

}
