package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The clock of the server as the queues of one test see it, which the test can advance,
 * so that nobody has to wait. In this JVM no time passes. Thread-safe.
 */
public final class TestClock {

	private final ScriptClock clock = new ScriptClock();

	private final TestRedis redis;

	/**
	 * A clock that shows the time of the server.
	 * @param redis the Redis of the test
	 */
	public TestClock(TestRedis redis) {
		this.redis = redis;
	}

	/**
	 * Connections over which scripts see the time that was made to pass.
	 * @return connections to the Redis of the test
	 */
	public RedisConnectionFactory connections() {
		return this.clock.over(this.redis.connections());
	}

	/**
	 * Lets time pass: for scripts that begin from now on, and for all keys of the test.
	 * @param time how much time, in ms
	 */
	public void advance(Duration time) {
		this.clock.advance(time);
		List<String> all = this.redis.keys();
		KeyExpiries.advance(this.redis, all, time);
		IdleTimes.advance(this.redis, all, time);
	}

}
