package io.github.redisqueue.observation;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.redisqueue.test.Stub;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;

/**
 * What was observed.
 */
public class RecordedObservations implements ObservationHandler<Observation.Context> {

	/** Those that have begun. */
	public final Queue<Observation.Context> started = new ConcurrentLinkedQueue<>();

	/** Those that have ended. */
	public final Queue<Observation.Context> stopped = new ConcurrentLinkedQueue<>();

	/** A handler that fails at one of the events of an observation. */
	@SuppressWarnings("unchecked")
	public static ObservationHandler<Observation.Context> failingAt(String event) {
		return Stub.of(ObservationHandler.class, (handler, method, arguments) -> {
			if (method.getName().equals(event)) {
				throw new IllegalStateException("broken on purpose");
			}
			return method.getName().equals("supportsContext") ? true : null;
		});
	}

	@Override
	public void onStart(Observation.Context context) {
		this.started.add(context);
	}

	@Override
	public void onStop(Observation.Context context) {
		this.stopped.add(context);
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return true;
	}

}
