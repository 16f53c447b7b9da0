package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;

/**
 * Breaks nothing: each job is handled exactly once.
 */
final class NoFault implements Fault {

	@Override
	public String name() {
		return "none";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of();
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) {
		return NO_FACTS;
	}

}
