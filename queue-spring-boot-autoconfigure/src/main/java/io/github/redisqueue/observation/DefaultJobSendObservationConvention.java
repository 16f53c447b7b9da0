package io.github.redisqueue.observation;

import io.github.redisqueue.observation.QueueObservation.HighKey;
import io.github.redisqueue.observation.QueueObservation.LowKey;
import io.micrometer.common.KeyValues;

/**
 * The observations of sending, described with the keys of {@link QueueObservation#SEND}.
 */
public class DefaultJobSendObservationConvention implements JobSendObservationConvention {

	/**
	 * Creates a convention.
	 */
	public DefaultJobSendObservationConvention() {
	}

	@Override
	public String getName() {
		return QueueObservation.SEND.getName();
	}

	@Override
	public String getContextualName(JobSendContext context) {
		return "send " + context.queue();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(JobSendContext context) {
		return KeyValues.of(LowKey.QUEUE.withValue(context.queue()), LowKey.SYSTEM.withValue("redis_queue"),
				LowKey.DESTINATION.withValue(context.queue()), LowKey.OPERATION_NAME.withValue("send"),
				LowKey.OPERATION_TYPE.withValue("send"));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(JobSendContext context) {
		int count = context.jobs().size();
		return KeyValues.of(HighKey.JOB_ID.withValue((count == 1) ? context.jobs().get(0).id() : QueueObservation.NONE),
				HighKey.BATCH_SIZE.withValue((count == 1) ? QueueObservation.NONE : Integer.toString(count)));
	}

}
