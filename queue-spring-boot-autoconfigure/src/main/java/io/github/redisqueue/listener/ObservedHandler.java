package io.github.redisqueue.listener;

import java.util.function.Supplier;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.ListenerObservation.LowCardinalityKey;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Scope;
import io.micrometer.observation.ObservationRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Calls the handler of a listener, and observes each call. Thread-safe.
 */
final class ObservedHandler {

	private static final Log logger = LogFactory.getLog(ObservedHandler.class);

	private final String listener;

	private final JobHandler handler;

	private final ObservationRegistry observations;

	ObservedHandler(String listener, JobHandler handler, ObservationRegistry observations) {
		this.listener = listener;
		this.handler = handler;
		this.observations = observations;
	}

	/**
	 * Calls the handler. Never throws what the handler throws, nor what those throw who
	 * observe it: they change nothing about the job.
	 */
	Call call(Lease lease) {
		Observation observation = observed(Observation.NOOP,
				() -> ListenerObservation.start(this.listener, lease, this.observations));
		Scope scope = observed(Scope.NOOP, observation::openScope);
		Throwable thrown = null;
		try {
			this.handler.handle(lease);
		}
		catch (Throwable ex) {
			thrown = BrokenException.orSound(ex);
		}
		Throwable failure = thrown;
		observed(observation, () -> (failure != null) ? observation.error(failure) : observation);
		observed(scope, () -> {
			scope.close();
			return scope;
		});
		return new Call(observation, thrown);
	}

	private static <T> T observed(T otherwise, Supplier<T> step) {
		try {
			return step.get();
		}
		catch (Throwable ex) {
			logger.warn("An observation of a listener failed. The job is handled all the same", ex);
			return otherwise;
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
			observed(this.observation, () -> {
				this.observation.lowCardinalityKeyValue(LowCardinalityKey.OUTCOME.withValue(outcome)).stop();
				return this.observation;
			});
		}

	}

}
