package io.github.redisqueue.samples.benchmark.peers;

import io.github.redisqueue.samples.benchmark.load.Contender;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Plan;
import org.redisson.Redisson;

/**
 * Redisson's {@code RBlockingQueue}. The implementation of its {@code RReliableQueue} is
 * not open source.
 */
public final class RedissonKind implements Kind {

	@Override
	public String name() {
		return "Redisson " + Redisson.class.getPackage().getImplementationVersion();
	}

	@Override
	public String promise() {
		return "at most once: a job that was taken is lost if its worker crashes or its handler fails";
	}

	@Override
	public Contender open(Plan plan) {
		return new RedissonContender(plan);
	}

}
