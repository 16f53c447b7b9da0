package io.github.redisqueue.samples.reliability.fault;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Keys;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * Deletes or overwrites records that a queue can do without: leases, heartbeats, counts,
 * headers. Jobs themselves stay.
 */
final class Tamper implements Fault {

	private static final Pattern DISPENSABLE = Pattern
		.compile(".*\\}:(lease:.*|workers|tokens|failures|crashes|headers|polled|clock|suspects)", Pattern.DOTALL);

	private static final List<String> GARBAGE = List.of("garbage", "", "nan", "-1", "1:x:y");

	private static final int TIMES = 30;

	@Override
	public String name() {
		return "tamper";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS, Effect.CORRUPTS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		StandaloneServer server = scene.stage().servers(StandaloneServer.class);
		for (int i = 0; i < TIMES; i++) {
			server.tell((commands) -> {
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
		return Map.of("times", TIMES);
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
