package io.github.redisqueue.observation;

import java.util.function.Supplier;

import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Scope;
import io.micrometer.observation.ObservationRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * A started observation whose handlers, which may be code of the application, fail
 * without consequences for what is observed. Thread-safe.
 */
final class GuardedObservation {

	static final GuardedObservation NOOP = new GuardedObservation(Observation.NOOP, ObservationRegistry.NOOP);

	private static final Log logger = LogFactory.getLog(GuardedObservation.class);

	private final Observation observation;

	private final ObservationRegistry registry;

	private GuardedObservation(Observation observation, ObservationRegistry registry) {
		this.observation = observation;
		this.registry = registry;
	}

	static GuardedObservation start(ObservationRegistry registry, Supplier<Observation> start) {
		return new GuardedObservation(guarded(Observation.NOOP, start), registry);
	}

	/** Runs something while the observation is the current one of the thread. */
	void scoped(Runnable action) {
		Runnable close = open();
		try {
			action.run();
		}
		finally {
			close.run();
		}
	}

	/** Makes the observation the current one of the thread, until the result runs. */
	Runnable open() {
		if (this.observation.isNoop()) {
			return () -> {
			};
		}
		Scope before = this.registry.getCurrentObservationScope();
		Scope scope = guarded(Scope.NOOP, this.observation::openScope);
		return () -> {
			guarded(scope::close);
			// A handler that failed may have left its scope to what the thread does next.
			this.registry.setCurrentObservationScope(before);
		};
	}

	void error(Throwable failure) {
		guarded(() -> this.observation.error(failure));
	}

	void stop() {
		guarded(this.observation::stop);
	}

	private static void guarded(Runnable step) {
		guarded(true, () -> {
			step.run();
			return true;
		});
	}

	/** What a step returns that may fail, or something else if it does. */
	static <T> T guarded(T otherwise, Supplier<T> step) {
		try {
			return step.get();
		}
		catch (Throwable ex) {
			logger.warn("An observation of a queue failed. The job is sent or handled anyway", ex);
			return otherwise;
		}
	}

}
