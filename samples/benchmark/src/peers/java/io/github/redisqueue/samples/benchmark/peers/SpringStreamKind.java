package io.github.redisqueue.samples.benchmark.peers;

import io.github.redisqueue.samples.benchmark.load.Contender;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Plan;
import org.springframework.data.redis.stream.StreamMessageListenerContainer;

/**
 * The {@code StreamMessageListenerContainer} of Spring Data Redis.
 */
public final class SpringStreamKind implements Kind {

	@Override
	public String name() {
		return "Spring Data Redis " + StreamMessageListenerContainer.class.getPackage().getImplementationVersion();
	}

	@Override
	public String promise() {
		return "at least once if the application claims the jobs of crashed workers itself; no fence, no retries";
	}

	@Override
	public Contender open(Plan plan) {
		return new SpringStreamContender(plan);
	}

}
