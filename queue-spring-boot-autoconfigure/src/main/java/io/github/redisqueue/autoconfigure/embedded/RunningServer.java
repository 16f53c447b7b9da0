package io.github.redisqueue.autoconfigure.embedded;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A server that was seen to answer.
 *
 * @param port where it listens
 * @param version its version
 * @param process its process
 * @param loading whether it is still reading its data
 */
record RunningServer(int port, String version, ProcessHandle process, boolean loading) {

	/** The only address that it listens on. */
	static final String HOST = "127.0.0.1";

	private static final Duration PATIENCE = Duration.ofSeconds(3);

	private static final Duration PAUSE = Duration.ofMillis(10);

	/** A process, if it is alive and a Redis. */
	static Optional<ProcessHandle> processOf(long pid) {
		return ProcessHandle.of(pid).filter(RunningServer::isRedis);
	}

	private static boolean isRedis(ProcessHandle process) {
		// A zombie counts as alive, but has no command.
		return process.isAlive()
				&& process.info().command().filter((command) -> command.contains("redis-server")).isPresent();
	}

	boolean isAlive() {
		return isRedis(this.process);
	}

	/** Stops the server, which writes to its disk first all that it knows. */
	void stop() {
		this.process.destroy();
		if (!await(PATIENCE, () -> !isAlive())) {
			this.process.destroyForcibly();
			await(PATIENCE, () -> !isAlive());
		}
	}

	static boolean await(Duration patience, BooleanSupplier condition) {
		long end = System.nanoTime() + patience.toNanos();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() - end > 0) {
				return false;
			}
			try {
				Thread.sleep(PAUSE.toMillis());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return condition.getAsBoolean();
			}
		}
		return true;
	}

}
