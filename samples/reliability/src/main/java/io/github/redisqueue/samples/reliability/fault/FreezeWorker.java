package io.github.redisqueue.samples.reliability.fault;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.WorkerProcess;

/**
 * Stops a worker with SIGSTOP for longer than some lease times, and lets it go on.
 *
 * @param leaseTimes the number of lease times
 */
record FreezeWorker(int leaseTimes) implements Fault {

	private static final Duration LEASE_TIME = Duration.ofSeconds(1);

	@Override
	public String name() {
		return "freeze-" + this.leaseTimes + "-leases";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		WorkerProcess worker = scene.stage().workers().any(random);
		worker.freeze();
		TimeUnit.MILLISECONDS.sleep(LEASE_TIME.multipliedBy(this.leaseTimes).toMillis() + random.nextInt(500));
		worker.thaw();
		return NO_FACTS;
	}

}
