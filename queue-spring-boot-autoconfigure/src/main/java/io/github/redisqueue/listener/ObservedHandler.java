package io.github.redisqueue.listener;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.ListenerObservation.LowCardinalityKey;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Calls the handler of a listener, and observes each call. Thread-safe.
 */
final class ObservedHandler {

	private final String listener;

	private final JobHandler handler;

	private final ObservationRegistry observations;

	ObservedHandler(String listener, JobHandler handler, ObservationRegistry observations) {
		this.listener = listener;
		this.handler = handler;
		this.observations = observations;
	}

	/** Calls the handler. Never throws what the handler throws. */
	Call call(Lease lease) {
		Observation observation = ListenerObservation.start(this.listener, lease, this.observations);
		try {
			observation.scopedChecked(() -> this.handler.handle(lease));
			return new Call(observation, null);
		}
		catch (Throwable ex) {
			return new Call(observation, ex);
		}
	}

	/**
	 * A call that has ended.
	 *
	 * @param observation the observation of the call, to be stopped with an outcome
	 * @param thrown the exception of the handler, or null if it returned
	 */
	record Call(Observation observation, @Nullable Throwable thrown) {

		/** Stops the observation with the decision of the listener. */
		void outcome(String outcome) {
			this.observation.lowCardinalityKeyValue(LowCardinalityKey.OUTCOME.withValue(outcome)).stop();
		}

	}

}
