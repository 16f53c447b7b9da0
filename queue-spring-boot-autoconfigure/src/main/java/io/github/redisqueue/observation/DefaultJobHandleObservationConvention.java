package io.github.redisqueue.observation;

import io.github.redisqueue.observation.QueueObservation.HighKey;
import io.github.redisqueue.observation.QueueObservation.LowKey;
import io.micrometer.common.KeyValues;

/**
 * The observations of handling, described with the keys of
 * {@link QueueObservation#HANDLE}.
 */
public class DefaultJobHandleObservationConvention implements JobHandleObservationConvention {

	/**
	 * Creates a convention.
	 */
	public DefaultJobHandleObservationConvention() {
	}

	@Override
	public String getName() {
		return QueueObservation.HANDLE.getName();
	}

	@Override
	public String getContextualName(JobHandleContext context) {
		return "handle " + context.lease().queue();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(JobHandleContext context) {
		String queue = context.lease().queue();
		return KeyValues.of(LowKey.QUEUE.withValue(queue), LowKey.LISTENER.withValue(context.listener()),
				LowKey.OUTCOME.withValue(context.outcome()), LowKey.SYSTEM.withValue("redis_queue"),
				LowKey.DESTINATION.withValue(queue), LowKey.OPERATION_NAME.withValue("handle"),
				LowKey.OPERATION_TYPE.withValue("process"));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(JobHandleContext context) {
		return KeyValues.of(HighKey.JOB_ID.withValue(context.lease().id()),
				HighKey.ATTEMPT.withValue(Integer.toString(context.lease().attempt())));
	}

}
