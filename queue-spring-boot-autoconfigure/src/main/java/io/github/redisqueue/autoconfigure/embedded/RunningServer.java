package io.github.redisqueue.autoconfigure.embedded;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A server that has replied, and has proven to be the one of the directory.
 *
 * @param port the port of the server
 * @param password its password
 * @param version the Redis version
 * @param process the process of the server
 * @param loading whether the server is still loading its data
 */
record RunningServer(int port, String password, String version, ProcessHandle process, boolean loading) {

	/** The only address that the server listens on. */
	static final String HOST = "127.0.0.1";

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

	private static final Duration CHECK_INTERVAL = Duration.ofMillis(10);

	/** The process with an id, if it is alive and a Redis server. */
	static Optional<ProcessHandle> processOf(long pid) {
		return ProcessHandle.of(pid).filter(RunningServer::isRedis);
	}

	private static boolean isRedis(ProcessHandle process) {
		// A zombie process counts as alive, but has no command.
		return process.isAlive()
				&& process.info().command().filter((command) -> command.contains("redis-server")).isPresent();
	}

	/** Without the password, as this may get into a log. */
	@Override
	public String toString() {
		return "Redis " + this.version + " on port " + this.port + ", process " + this.process.pid();
	}

	boolean isAlive() {
		return isRedis(this.process);
	}

	/** Stops the server, which first writes all data to disk. */
	void stop() {
		this.process.destroy();
		if (!await(STOP_TIMEOUT, () -> !isAlive())) {
			this.process.destroyForcibly();
			await(STOP_TIMEOUT, () -> !isAlive());
		}
	}

	static boolean await(Duration timeout, BooleanSupplier condition) {
		long end = System.nanoTime() + timeout.toNanos();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() - end > 0) {
				return false;
			}
			try {
				Thread.sleep(CHECK_INTERVAL.toMillis());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return condition.getAsBoolean();
			}
		}
		return true;
	}

}
