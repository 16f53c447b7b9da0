package io.github.redisqueue.samples.reliability.campaign;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;

import org.springframework.util.function.ThrowingSupplier;

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

	static void block(Scene scene, Map<String, Object> facts) {
		String millis = Integer.toString(1200 + scene.random().nextInt(1500));
		scene.server().<String>tell((commands) -> commands.eval(BUSY, ScriptOutputType.VALUE, new String[0], millis));
	}

	/**
	 * Lets the server forget all scripts, again and again. That may slow down, and
	 * nothing else.
	 */
	static void flushScripts(Scene scene, Map<String, Object> facts) throws InterruptedException {
		int times = 60;
		for (int i = 0; i < times; i++) {
			scene.server().tell((commands) -> commands.scriptFlush());
			scene.pause(0, 40);
		}
		facts.put("times", times);
	}

	/** Gives the server less memory than it uses. Adding fails then, and nothing else. */
	static void fillMemory(Scene scene, Map<String, Object> facts) throws InterruptedException {
		scene.server().tell((commands) -> commands.configSet(MAX_MEMORY, "100kb"));
		scene.pause(500, 2000);
		scene.server().tell((commands) -> commands.configSet(MAX_MEMORY, "0"));
	}

	static void freeze(Scene scene, Map<String, Object> facts) throws InterruptedException {
		scene.server().redis().freeze();
		scene.pause(12_000, 3000);
		scene.server().redis().thaw();
	}

	static void flushAll(Scene scene, Map<String, Object> facts) {
		scene.server().tell((commands) -> commands.flushall());
		facts.put("losesFrom", 0);
	}

	/**
	 * Deletes or overwrites records that a queue can do without: leases, heartbeats,
	 * counts, headers. Jobs themselves stay.
	 */
	static void tamper(Scene scene, Map<String, Object> facts) throws InterruptedException {
		int times = 30;
		for (int i = 0; i < times; i++) {
			scene.server().tell((commands) -> {
				List<String> keys = Servers.keys(commands)
					.stream()
					.filter(DISPENSABLE.asMatchPredicate())
					.sorted()
					.toList();
				if (!keys.isEmpty()) {
					tamper(commands, keys.get(scene.random().nextInt(keys.size())), scene.random());
				}
				return keys;
			});
			scene.pause(0, 100);
		}
		facts.put("times", times);
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

	/**
	 * Kills the server, and cuts off the end of its append-only file, as if the power had
	 * failed: what was not yet on disk, as {@code appendfsync} says, is lost.
	 */
	record PowerFailure(String policy, int windowMillis) implements Fault.Strike {

		private static final String TORN = "*1\r\n$5\r\nMULTI\r\n*3\r\n$3\r\nSET\r\n$20\r\nreliab";

		@Override
		public void on(Scene scene, Map<String, Object> facts) throws InterruptedException {
			StandaloneServer server = scene.server();
			server.tell((commands) -> commands.configSet("appendfsync", this.policy));
			long onDiskSince = Clock.now();
			long onDisk = file(server).toFile().length();
			scene.pause(0, 1 + this.windowMillis);
			server.redis().kill();
			cut(file(server), onDisk, scene.random());
			scene.pause(200, 1);
			server.redis().restart();
			server.rewriteFile();
			if (!losesNothing()) {
				facts.put("losesFrom", onDiskSince);
			}
		}

		private boolean losesNothing() {
			return this.policy.equals("always");
		}

		/** With {@code always}, only what nobody has heard of may be incomplete. */
		private void cut(Path file, long onDisk, Random random) {
			try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
				long end = access.length();
				if (losesNothing()) {
					access.seek(end);
					access.writeBytes(TORN);
				}
				else {
					access.setLength(onDisk + random.nextLong(1 + end - onDisk));
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		/** From Redis 7.0 on, the file has several parts in a directory of its own. */
		private static Path file(StandaloneServer server) {
			try (Stream<Path> files = ThrowingSupplier.of(() -> Files.walk(server.redis().directory())).get()) {
				return files
					.filter((file) -> file.toString().endsWith(".aof") && !file.toString().endsWith(".base.aof"))
					.max(Comparator.naturalOrder())
					.orElseThrow();
			}
		}

	}

}
