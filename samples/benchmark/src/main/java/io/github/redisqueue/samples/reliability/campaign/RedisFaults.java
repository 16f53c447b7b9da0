package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * What happens to one server.
 */
final class RedisFaults {

	private static final String BUSY = """
			local function now()
			  local time = redis.call('TIME')
			  return time[1] * 1000 + time[2] / 1000
			end
			local finish = now() + ARGV[1]
			while now() < finish do end
			return 'done'
			""";

	private static final String MAX_MEMORY = "maxmemory";

	private static final Pattern DISPENSABLE = Pattern
		.compile(".*\\}:(lease:.*|workers|tokens|failures|crashes|headers|polled|clock|suspects)", Pattern.DOTALL);

	private static final List<String> GARBAGE = List.of("garbage", "", "nan", "-1", "1:x:y");

	private RedisFaults() {
	}

	/** Keeps the server busy with a script for longer than a lease lasts. */
	static Map<String, Object> block(Scene scene, Random random) {
		String millis = Integer.toString(1200 + random.nextInt(1500));
		scene.server().<String>tell((commands) -> commands.eval(BUSY, ScriptOutputType.VALUE, new String[0], millis));
		return Fault.NO_FACTS;
	}

	/**
	 * Lets the server forget all scripts, again and again. That may slow down, and
	 * nothing else.
	 */
	static Map<String, Object> flushScripts(Scene scene, Random random) throws InterruptedException {
		int times = 60;
		for (int i = 0; i < times; i++) {
			scene.server().tell((commands) -> commands.scriptFlush());
			TimeUnit.MILLISECONDS.sleep(random.nextInt(40));
		}
		return Map.of("times", times);
	}

	/** Gives the server less memory than it uses. Adding fails then, and nothing else. */
	static Map<String, Object> fillMemory(Scene scene, Random random) throws InterruptedException {
		scene.server().tell((commands) -> commands.configSet(MAX_MEMORY, "100kb"));
		TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(2000));
		scene.server().tell((commands) -> commands.configSet(MAX_MEMORY, "0"));
		return Fault.NO_FACTS;
	}

	/**
	 * Kills the server with SIGKILL, and starts it again after a while. The operating
	 * system goes on, so nothing is lost that the server confirmed.
	 */
	static Map<String, Object> restart(Duration outage, Scene scene) throws InterruptedException {
		scene.server().crash(outage, () -> {
		});
		return Fault.NO_FACTS;
	}

	/**
	 * Stops the server with SIGSTOP for much longer than calls wait, and lets it go on.
	 */
	static Map<String, Object> freeze(Scene scene, Random random) throws InterruptedException {
		scene.server().redis().freeze();
		TimeUnit.MILLISECONDS.sleep(12_000 + random.nextInt(3000));
		scene.server().redis().thaw();
		return Fault.NO_FACTS;
	}

	/** Deletes all data. Later jobs are handled. */
	static Map<String, Object> flushAll(Scene scene, Random random) {
		scene.server().tell((commands) -> commands.flushall());
		return Map.of("losesFrom", 0);
	}

	/**
	 * Deletes or overwrites records that a queue can do without: leases, heartbeats,
	 * counts, headers. Jobs themselves stay.
	 */
	static Map<String, Object> tamper(Scene scene, Random random) throws InterruptedException {
		int times = 30;
		for (int i = 0; i < times; i++) {
			scene.server().tell((commands) -> {
				List<String> keys = Keys.all(commands)
					.stream()
					.filter(DISPENSABLE.asMatchPredicate())
					.sorted()
					.toList();
				if (!keys.isEmpty()) {
					tamper(commands, keys.get(random.nextInt(keys.size())), random);
				}
				return keys;
			});
			TimeUnit.MILLISECONDS.sleep(random.nextInt(100));
		}
		return Map.of("times", times);
	}

	private static void tamper(RedisCommands<String, String> commands, String key, Random random) {
		if (random.nextBoolean()) {
			commands.del(key);
			return;
		}
		String garbage = GARBAGE.get(random.nextInt(GARBAGE.size()));
		switch (commands.type(key)) {
			case "hash" -> commands.hkeys(key)
				.stream()
				.sorted()
				.findFirst()
				.ifPresent((field) -> commands.hset(key, field, garbage));
			// A lease that ended meanwhile must not come back: nobody would own it.
			case "string" -> commands.set(key, garbage, SetArgs.Builder.xx());
			default -> commands.del(key);
		}
	}

}
