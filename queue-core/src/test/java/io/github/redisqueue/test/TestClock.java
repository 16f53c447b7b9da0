package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.test.ScriptClock.WithinScripts;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The clock of the server as the queues of one test see it, which the test can advance,
 * so that nobody has to wait. In this JVM no time passes. While a script runs, the clock
 * stands still, as it does on servers since Redis 7.2, so that no test passes on an older
 * one only because its time goes on. Thread-safe.
 */
public final class TestClock {

	private final ScriptClock clock;

	private final TestRedis redis;

	/**
	 * A clock that shows the time of the server, and stands still while a script runs.
	 * @param redis the Redis of the test
	 */
	public TestClock(TestRedis redis) {
		this(redis, WithinScripts.STANDS_STILL);
	}

	private TestClock(TestRedis redis, WithinScripts within) {
		this.redis = redis;
		this.clock = new ScriptClock(within);
	}

	/**
	 * A clock that shows the time of the server, and another millisecond each time that a
	 * script looks at it.
	 * @param redis the Redis of the test
	 * @return the clock
	 */
	public static TestClock passing(TestRedis redis) {
		return new TestClock(redis, WithinScripts.PASSES);
	}

	/**
	 * Connections over which scripts see the time that was made to pass.
	 * @return connections to the Redis of the test
	 */
	public RedisConnectionFactory connections() {
		return this.clock.over(this.redis.connections());
	}

	/**
	 * Holds the clock: from now on, scripts see the time that {@link #advance} lets pass,
	 * and no other. Keys expire as before.
	 * @param micros how many microseconds of the present millisecond are over
	 */
	void hold(int micros) {
		List<String> time = this.redis.commands().time();
		long millis = TimeUnit.SECONDS.toMillis(Long.parseLong(time.get(0)))
				+ TimeUnit.MICROSECONDS.toMillis(Long.parseLong(time.get(1)));
		this.clock.hold(TimeUnit.MILLISECONDS.toMicros(millis) + micros);
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
