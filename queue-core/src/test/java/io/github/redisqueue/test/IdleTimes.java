package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.ScriptOutputType;

/**
 * For how long the pending entries of {@code stream} queues have been idle, which a test
 * can add to. A pending entry that was deleted is left out, for claiming it would remove
 * it on some servers, which is what the queue has to do: it ages by the server's clock
 * alone.
 */
final class IdleTimes {

	private static final String ADVANCE = """
			local stream, group = KEYS[1], ARGV[1]
			if redis.call('TYPE', stream).ok ~= 'stream' or #redis.call('XINFO', 'GROUPS', stream) == 0 then
				return
			end
			for _, pending in ipairs(redis.call('XPENDING', stream, group, '-', '+', 100000)) do
				local entry, consumer, idle = pending[1], pending[2], pending[3]
				if #redis.call('XRANGE', stream, entry, entry) > 0 then
					redis.call('XCLAIM', stream, group, consumer, 0, entry, 'IDLE', idle + ARGV[2], 'JUSTID')
				end
			end
			""";

	private static final String GROUP = "workers";

	private IdleTimes() {
	}

	/**
	 * Lets time pass for what is pending in those of some keys that are streams of jobs.
	 */
	static void advance(TestRedis redis, List<String> keys, Duration time) {
		for (String key : keys) {
			if (key.endsWith(":stream")) {
				redis.commands()
					.eval(ADVANCE, ScriptOutputType.STATUS, new String[] { key }, GROUP,
							Long.toString(time.toMillis()));
			}
		}
	}

}
