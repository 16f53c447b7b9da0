package io.github.redisqueue.listener;

import io.github.redisqueue.Lease;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * What listeners let be observed.
 */
enum ListenerObservation implements ObservationDocumentation {

	/** One handling of a job, without the wait for a handler and for the settlement. */
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
	 * Observes the handling of a job from now on.
	 * @param listener the id of the listener
	 * @param lease the proof that the job is held
	 * @param registry the observers
	 * @return the observation, to be given an outcome and stopped
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
		 * What the listener decided on: {@code complete}, {@code retry} (although the
		 * queue buries what has failed too often), {@code bury}, {@code lost};
		 * {@code drop} for a failure on a job that was completed before; {@code none} as
		 * long as the handler runs.
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
