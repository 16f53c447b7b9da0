package io.github.redisqueue.samples.reliability.fault;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;

/**
 * Kills the server, and cuts off the end of its append-only file, as if the power had
 * failed: what was not yet on disk is lost.
 *
 * @param policy when the server waits for the disk
 */
record CutTail(Policy policy) implements Fault {

	private static final String TORN = "*3\r\n$3\r\nSET\r\n$20\r\nreliab";

	@Override
	public String name() {
		return "power-failure-" + this.policy.name().toLowerCase(Locale.ROOT);
	}

	@Override
	public Set<Effect> effects() {
		return (this.policy == Policy.ALWAYS) ? Set.of(Effect.REPEATS) : Set.of(Effect.REPEATS, Effect.LOSES);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		StandaloneServer server = scene.stage().servers(StandaloneServer.class);
		server.tell((commands) -> commands.configSet("appendfsync", this.policy.name().toLowerCase(Locale.ROOT)));
		long onDiskSince = Clock.now();
		long onDisk = length(server);
		TimeUnit.MILLISECONDS.sleep(random.nextInt(1 + (int) this.policy.window.toMillis()));
		server.crash(Duration.ofMillis(200), () -> cut(file(server), onDisk, random));
		return (this.policy == Policy.ALWAYS) ? NO_FACTS : Map.of("losesFrom", onDiskSince);
	}

	/** With {@code always}, only what nobody has heard of may be incomplete. */
	private void cut(Path file, long onDisk, Random random) {
		try {
			if (this.policy == Policy.ALWAYS) {
				Files.writeString(file, TORN, StandardCharsets.US_ASCII, StandardOpenOption.APPEND);
				return;
			}
			try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
				access.setLength(onDisk + random.nextLong(1 + access.length() - onDisk));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static long length(StandaloneServer server) {
		try {
			return Files.size(file(server));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** From Redis 7.0 on, the file has several parts in a directory of its own. */
	private static Path file(StandaloneServer server) {
		try (Stream<Path> files = Files.walk(server.redis().directory())) {
			return files.filter((file) -> file.toString().endsWith(".aof") && !file.toString().endsWith(".base.aof"))
				.max(Comparator.naturalOrder())
				.orElseThrow();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The values of {@code appendfsync}.
	 */
	enum Policy {

		/** The server replies when the change is on disk. */
		ALWAYS(Duration.ofMillis(500)),

		/** A second of changes may be lost. */
		EVERYSEC(Duration.ofSeconds(1)),

		/** The operating system decides. */
		NO(Duration.ofSeconds(3));

		private final Duration window;

		Policy(Duration window) {
			this.window = window;
		}

	}

}
