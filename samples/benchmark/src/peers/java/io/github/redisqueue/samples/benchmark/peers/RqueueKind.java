package io.github.redisqueue.samples.benchmark.peers;

import io.github.redisqueue.samples.benchmark.contender.Contender;
import io.github.redisqueue.samples.benchmark.contender.ContenderKind;
import io.github.redisqueue.samples.benchmark.contender.Setup;

/**
 * Rqueue, in a Spring Boot application.
 */
public final class RqueueKind implements ContenderKind {

	@Override
	public String name() {
		return "rqueue 3.2.0";
	}

	@Override
	public String promise() {
		return "at least once by a visibility timeout; retries and dead letters; no fence";
	}

	@Override
	public Contender open(Setup setup) {
		return new RqueueContender(setup);
	}

}
