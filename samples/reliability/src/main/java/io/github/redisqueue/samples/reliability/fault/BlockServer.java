package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;
import io.lettuce.core.ScriptOutputType;

/**
 * Keeps the server busy with a script for longer than a lease lasts.
 */
final class BlockServer implements Fault {

	private static final String BUSY = """
			local function now()
			  local time = redis.call('TIME')
			  return time[1] * 1000 + time[2] / 1000
			end
			local finish = now() + ARGV[1]
			while now() < finish do end
			return 'done'
			""";

	@Override
	public String name() {
		return "blocked-server";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) {
		String millis = Integer.toString(1200 + random.nextInt(1500));
		scene.stage()
			.servers(StandaloneServer.class)
			.<String>tell((commands) -> commands.eval(BUSY, ScriptOutputType.VALUE, new String[0], millis));
		return NO_FACTS;
	}

}
