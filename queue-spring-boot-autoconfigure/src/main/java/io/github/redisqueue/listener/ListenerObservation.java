package io.github.redisqueue.listener;

import io.github.redisqueue.Lease;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of listeners.
 */
enum ListenerObservation implements ObservationDocumentation {

	/** One call of a handler, without the time before it and the settlement. */
	HANDLING {

		@Override
		public String getName() {
			return "redis.queue.listener";
		}

		@Override
		public String getContextualName() {
			return "handle job";
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return LowCardinalityKey.values();
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return HighCardinalityKey.values();
		}

	};

	/**
	 * Starts the observation of a call.
	 * @param listener the id of the listener
	 * @param lease the lease of the job
	 * @param registry the registry
	 * @return the observation, which the caller must give an outcome and stop
	 */
	static Observation start(String listener, Lease lease, ObservationRegistry registry) {
		if (registry.isNoop()) {
			return Observation.NOOP;
		}
		return HANDLING.observation(registry)
			.lowCardinalityKeyValue(LowCardinalityKey.QUEUE.withValue(lease.queue()))
			.lowCardinalityKeyValue(LowCardinalityKey.LISTENER.withValue(listener))
			.lowCardinalityKeyValue(LowCardinalityKey.OUTCOME.withValue("none"))
			.highCardinalityKeyValue(HighCardinalityKey.JOB.withValue(lease.id()))
			.start();
	}

	enum LowCardinalityKey implements KeyName {

		/** The name of the queue. */
		QUEUE {

			@Override
			public String asString() {
				return "queue";
			}

		},

		/** The id of the listener. */
		LISTENER {

			@Override
			public String asString() {
				return "listener";
			}

		},

		/**
		 * What the listener does with the job: {@code complete}, {@code retry},
		 * {@code bury} also after one failure too many, {@code release} after a handler
		 * that was interrupted because the listener stops, {@code lost}, {@code drop} for
		 * a failure of a job that was completed before, and {@code none} while the
		 * handler runs.
		 */
		OUTCOME {

			@Override
			public String asString() {
				return "outcome";
			}

		}

	}

	enum HighCardinalityKey implements KeyName {

		/** The id of the job. */
		JOB {

			@Override
			public String asString() {
				return "job";
			}

		}

	}

}
