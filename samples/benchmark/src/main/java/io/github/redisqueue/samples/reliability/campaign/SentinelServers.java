package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.PrivateSentinels;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * A primary and its replica, which sentinels promote.
 */
record SentinelServers(PrivateSentinels sentinels) implements Servers {

	/** The timeout that applications have whose settings name none. */
	private static final Duration TIMEOUT = Duration.ofSeconds(10);

	SentinelServers() {
		this(PrivateSentinels.start());
	}

	@Override
	public Map<String, String> connection(String client) {
		return Map.of("spring.data.redis.sentinel.master", PrivateSentinels.NAME, "spring.data.redis.sentinel.nodes",
				this.sentinels.nodes(), "spring.data.redis.password", PrivateSentinels.PASSWORD,
				"spring.data.redis.sentinel.password", PrivateSentinels.SENTINEL_PASSWORD, "spring.data.redis.timeout",
				TIMEOUT.toString());
	}

	@Override
	public Duration callTimeout() {
		return TIMEOUT;
	}

	PrivateRedis primary() {
		return this.sentinels.isPrimary(this.sentinels.first()) ? this.sentinels.first() : this.sentinels.second();
	}

	@Override
	public <T> List<T> ask(Function<RedisCommands<String, String>, T> question) {
		return List.of(this.sentinels.ask(primary(), question));
	}

	@Override
	public void close() {
		this.sentinels.close();
	}

}
