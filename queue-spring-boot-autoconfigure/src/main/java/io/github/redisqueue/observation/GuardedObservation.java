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
class GuardedObservation {

	private static final Log logger = LogFactory.getLog(GuardedObservation.class);

	/** One that does nothing if it could not be started. */
	private final Observation observation;

	private final ObservationRegistry registry;

	GuardedObservation(ObservationRegistry registry, Supplier<Observation> start) {
		this.observation = guarded(Observation.NOOP, start);
		this.registry = registry;
	}

	/**
	 * Runs something while the observation is the current one of the thread, on any
	 * thread, also after the end.
	 * @param action what to run
	 */
	public void scoped(Runnable action) {
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

	/**
	 * What is observed has failed.
	 * @param failure its exception
	 */
	public void failed(Throwable failure) {
		guarded(() -> this.observation.error(failure));
	}

	void stop() {
		if (!this.observation.isNoop()) {
			guarded(this.observation::stop);
		}
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
