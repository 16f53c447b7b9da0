package io.github.redisqueue.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and describes the observations of handling. A bean of this type replaces
 * {@link DefaultJobHandleObservationConvention}, which it may extend. Implementations
 * must be thread-safe.
 */
public interface JobHandleObservationConvention extends ObservationConvention<JobHandleContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof JobHandleContext;
	}

}
