package io.github.redisqueue.model;

import java.util.List;
import java.util.Set;

import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.ScriptOutputType;

/**
 * The keys that a trial leaves.
 */
final class LastingKeys {

	private static final String REMOVE = """
			local lasting = {}
			for _, key in ipairs(KEYS) do
				if redis.call('PTTL', key) == -1 then
					lasting[#lasting + 1] = key
				end
				redis.call('UNLINK', key)
			end
			return lasting
			""";

	private LastingKeys() {
	}

	/**
	 * Removes all keys, and returns those that would not have expired.
	 */
	static Set<String> remove(TestRedis redis) {
		List<String> lasting = redis.commands()
			.eval(REMOVE, ScriptOutputType.MULTI, redis.keys().toArray(String[]::new));
		return Set.copyOf(lasting);
	}

}
