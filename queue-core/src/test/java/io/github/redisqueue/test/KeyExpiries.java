package io.github.redisqueue.test;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.SlotHash;

/**
 * The expiry of keys, which a test can bring nearer: the leases of {@code lease} queues,
 * and what is remembered for a while. A key whose time has come is deleted.
 */
final class KeyExpiries {

	private static final String ADVANCE = """
			for _, key in ipairs(KEYS) do
				local left = redis.call('PTTL', key)
				if left >= 0 then
					redis.call('PEXPIRE', key, math.max(left - ARGV[1], 0))
				end
			end
			""";

	private KeyExpiries() {
	}

	/** Lets time pass for some keys, on a cluster by as many calls as they have slots. */
	static void advance(TestRedis redis, List<String> keys, Duration time) {
		if (keys.isEmpty()) {
			return;
		}
		Collection<List<String>> calls = redis.isCluster()
				? keys.stream().collect(Collectors.groupingBy(SlotHash::getSlot)).values() : List.of(keys);
		for (List<String> some : calls) {
			redis.commands()
				.eval(ADVANCE, ScriptOutputType.STATUS, some.toArray(String[]::new), Long.toString(time.toMillis()));
		}
	}

}
