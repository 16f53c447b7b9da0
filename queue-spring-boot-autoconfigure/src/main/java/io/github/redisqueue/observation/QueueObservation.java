package io.github.redisqueue.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of queues. Their keys follow the semantic conventions of OpenTelemetry
 * for messaging, and are always present: with the value {@value #NONE} where there is
 * nothing to say.
 */
public enum QueueObservation implements ObservationDocumentation {

	/** Sending one job, or a batch with one call, until Redis has confirmed it. */
	SEND("redis.queue.send",
			new KeyName[] { LowKey.QUEUE, LowKey.SYSTEM, LowKey.DESTINATION, LowKey.OPERATION_NAME,
					LowKey.OPERATION_TYPE },
			HighKey.JOB_ID, HighKey.BATCH_SIZE),

	/** One call of a handler, without the time before it and the settlement. */
	HANDLE("redis.queue.listener", LowKey.values(), HighKey.JOB_ID, HighKey.ATTEMPT),

	/**
	 * One call of a handler with several jobs, each of which is observed by
	 * {@link #HANDLE}, too.
	 */
	BATCH("redis.queue.batch", new KeyName[] { LowKey.QUEUE, LowKey.LISTENER, LowKey.SYSTEM, LowKey.DESTINATION,
			LowKey.OPERATION_NAME, LowKey.OPERATION_TYPE }, HighKey.BATCH_SIZE);

	/** The value of a key where there is nothing to say. */
	public static final String NONE = "none";

	private final String name;

	private final KeyName[] low;

	private final KeyName[] high;

	QueueObservation(String name, KeyName[] low, KeyName... high) {
		this.name = name;
		this.low = low;
		this.high = high;
	}

	@Override
	public String getName() {
		return this.name;
	}

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return this.low.clone();
	}

	@Override
	public KeyName[] getHighCardinalityKeyNames() {
		return this.high.clone();
	}

	/**
	 * Keys with few values, which are also tags of the timers.
	 */
	public enum LowKey implements KeyName {

		/** The name of the queue, as in the other meters. */
		QUEUE("queue"),

		/** The id of the listener. */
		LISTENER("listener"),

		/** What the listener does with the job: {@link JobHandleContext#outcome()}. */
		OUTCOME("outcome"),

		/** Always {@code redis_queue}. */
		SYSTEM("messaging.system"),

		/** The name of the queue. */
		DESTINATION("messaging.destination.name"),

		/** {@code send} or {@code handle}. */
		OPERATION_NAME("messaging.operation.name"),

		/** {@code send} or {@code process}. */
		OPERATION_TYPE("messaging.operation.type");

		private final String key;

		LowKey(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

	/**
	 * Keys with many values, which only traces have.
	 */
	public enum HighKey implements KeyName {

		/** The id of the job, {@value QueueObservation#NONE} for a batch of several. */
		JOB_ID("messaging.message.id"),

		/**
		 * The number of jobs in a batch, {@value QueueObservation#NONE} for a single job.
		 */
		BATCH_SIZE("messaging.batch.message_count"),

		/** The number of the delivery, 1 for the first. */
		ATTEMPT("messaging.redis_queue.message.delivery_attempt");

		private final String key;

		HighKey(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

}
