package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;
import io.github.redisqueue.samples.reliability.stage.WorkerProcess;
import io.github.redisqueue.test.FaultyProxy;

/**
 * Kills a worker with SIGKILL, and starts it again. What it can still say to Redis before
 * that, and hear from it, depends on the moment.
 *
 * @param moment the moment
 */
record KillWorker(Moment moment) implements Fault {

	private static final int SOME_MILLIS = 300;

	@Override
	public String name() {
		return switch (this.moment) {
			case AT_WORK -> "kill-worker";
			case BEFORE_REPLY -> "kill-before-reply";
			case AFTER_EFFECT -> "kill-after-effect";
		};
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		WorkerProcess worker = scene.stage().workers().any(random);
		FaultyProxy proxy = scene.stage().servers(StandaloneServer.class).proxy(worker.name());
		switch (this.moment) {
			case AT_WORK -> TimeUnit.MILLISECONDS.sleep(random.nextInt(SOME_MILLIS));
			case BEFORE_REPLY -> {
				proxy.holdReplies();
				TimeUnit.MILLISECONDS.sleep(random.nextInt(SOME_MILLIS));
			}
			case AFTER_EFFECT -> {
				proxy.holdRequests();
				TimeUnit.MILLISECONDS.sleep(random.nextInt(SOME_MILLIS));
			}
		}
		scene.stage().workers().restart(worker);
		return NO_FACTS;
	}

	/**
	 * When the worker is killed.
	 */
	enum Moment {

		/** At any time, mostly while handlers run. */
		AT_WORK,

		/**
		 * When Redis has executed requests, such as to lease, and the replies are away.
		 */
		BEFORE_REPLY,

		/** When handlers have returned, and Redis does not know. */
		AFTER_EFFECT

	}

}
