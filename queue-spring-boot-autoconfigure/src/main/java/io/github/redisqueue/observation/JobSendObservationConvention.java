package io.github.redisqueue.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and describes the observations of sending. A bean of this type replaces
 * {@link DefaultJobSendObservationConvention}, which it may extend. Implementations must
 * be thread-safe.
 */
public interface JobSendObservationConvention extends ObservationConvention<JobSendContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof JobSendContext;
	}

}
