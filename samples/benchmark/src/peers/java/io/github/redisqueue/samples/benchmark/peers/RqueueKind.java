package io.github.redisqueue.samples.benchmark.peers;

import io.github.redisqueue.samples.benchmark.load.Contender;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Plan;

/**
 * Rqueue, in a Spring Boot application.
 */
public final class RqueueKind implements Kind {

	@Override
	public String name() {
		return "rqueue 3.2.0";
	}

	@Override
	public String promise() {
		return "at least once by a visibility timeout; retries and dead letters; no fence";
	}

	@Override
	public Contender open(Plan plan) {
		return new RqueueContender(plan);
	}

}
