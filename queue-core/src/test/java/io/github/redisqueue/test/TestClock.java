package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.github.redisqueue.test.ScriptClock.WithinScripts;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.SlotHash;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The clock of the server as the queues of one test see it, which the test can advance,
 * so that nobody has to wait. In this JVM no time passes. While a script runs, the clock
 * stands still, as it does on servers since Redis 7.2, so that no test passes on an older
 * one only because its time goes on. Thread-safe.
 */
public final class TestClock {

	/** A key whose time has come is deleted. */
	private static final String BRING_EXPIRIES_NEARER = """
			for _, key in ipairs(KEYS) do
				local left = redis.call('PTTL', key)
				if left >= 0 then
					redis.call('PEXPIRE', key, math.max(left - ARGV[1], 0))
				end
			end
			""";

	/**
	 * For the pending entries of a {@code stream} queue. One that was deleted is left
	 * out, for claiming it would remove it on some servers, which is what the queue has
	 * to do: it ages by the server's clock alone.
	 */
	private static final String ADD_TO_IDLE_TIMES = """
			local stream, group = KEYS[1], 'workers'
			if redis.call('TYPE', stream).ok ~= 'stream' or #redis.call('XINFO', 'GROUPS', stream) == 0 then
				return
			end
			for _, pending in ipairs(redis.call('XPENDING', stream, group, '-', '+', 100000)) do
				local entry, consumer, idle = pending[1], pending[2], pending[3]
				if #redis.call('XRANGE', stream, entry, entry) > 0 then
					redis.call('XCLAIM', stream, group, consumer, 0, entry, 'IDLE', idle + ARGV[1], 'JUSTID')
				end
			end
			""";

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
		// On a cluster by as many calls as the keys have slots.
		all.stream()
			.collect(Collectors.groupingBy((key) -> this.redis.isCluster() ? SlotHash.getSlot(key) : 0))
			.values()
			.forEach((keys) -> run(BRING_EXPIRIES_NEARER, keys, time));
		all.stream()
			.filter((key) -> key.endsWith(":stream"))
			.forEach((key) -> run(ADD_TO_IDLE_TIMES, List.of(key), time));
	}

	private void run(String lua, List<String> keys, Duration time) {
		this.redis.commands()
			.eval(lua, ScriptOutputType.STATUS, keys.toArray(String[]::new), Long.toString(time.toMillis()));
	}

}
