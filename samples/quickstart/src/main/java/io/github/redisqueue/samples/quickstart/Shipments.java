package io.github.redisqueue.samples.quickstart;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Remembers which orders were shipped. A job may be handled more than once; this is how
 * its order is shipped only once.
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
