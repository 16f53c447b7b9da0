package io.github.redisqueue.samples.quickstart;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Records which orders were shipped, so that an order is shipped only once even if its
 * job is handled more than once.
 */
@Component
class Shipments {

	private static final String KEY = "quickstart:shipped";

	private final StringRedisTemplate redis;

	Shipments(StringRedisTemplate redis) {
		this.redis = redis;
	}

	void add(String order) {
		this.redis.opsForSet().add(KEY, order);
	}

	boolean contains(String order) {
		return this.redis.opsForSet().isMember(KEY, order);
	}

	long count() {
		return this.redis.opsForSet().size(KEY);
	}

}
