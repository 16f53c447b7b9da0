package io.github.redisqueue.samples.reliability.campaign;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Clock;

/**
 * Kills the server, and cuts off the end of its append-only file, as if the power had
 * failed: what was not yet on disk is lost.
 *
 * @param policy when the server waits for the disk, as in {@code appendfsync}
 * @param windowMillis for how long changes may not be on disk
 */
record PowerFailure(String policy, int windowMillis) implements Fault.Strike {

	private static final String TORN = "*3\r\n$3\r\nSET\r\n$20\r\nreliab";

	@Override
	public Map<String, Object> on(Scene scene, Random random) throws InterruptedException {
		StandaloneServer server = scene.server();
		server.tell((commands) -> commands.configSet("appendfsync", this.policy));
		long onDiskSince = Clock.now();
		long onDisk = file(server).toFile().length();
		TimeUnit.MILLISECONDS.sleep(random.nextInt(1 + this.windowMillis));
		server.crash(Duration.ofMillis(200), () -> cut(file(server), onDisk, random));
		return losesNothing() ? Fault.NO_FACTS : Map.of("losesFrom", onDiskSince);
	}

	private boolean losesNothing() {
		return this.policy.equals("always");
	}

	/** With {@code always}, only what nobody has heard of may be incomplete. */
	private void cut(Path file, long onDisk, Random random) {
		try {
			if (losesNothing()) {
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

}
