package io.github.redisqueue.autoconfigure.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import redis.embedded.core.ExecutableProvider;

/**
 * Finds the running server of a directory, or starts one. Must be used by one process at
 * a time.
 */
final class ServerLaunch {

	private final DataDirectory directory;

	private final int wantedPort;

	private final Function<File, ExecutableProvider> library;

	ServerLaunch(DataDirectory directory, int wantedPort, Function<File, ExecutableProvider> library) {
		this.directory = directory;
		this.wantedPort = wantedPort;
		this.library = library;
	}

	/**
	 * Finds the server that another application uses, or that an earlier one did not
	 * stop. Starts a server if there is none.
	 * @param unused whether no application uses the server
	 * @return the server, ready for connections
	 * @throws EmbeddedRedisException if no server can be used
	 */
	RunningServer findOrStart(BooleanSupplier unused) {
		try (ServerProbe probe = new ServerProbe(this.directory)) {
			Optional<RunningServer> found = find(probe);
			if (found.isPresent()) {
				RunningServer server = found.get();
				if (this.wantedPort == 0 || this.wantedPort == server.port()) {
					return server;
				}
				if (!unused.getAsBoolean()) {
					throw servesElsewhere(server);
				}
				server.stop();
			}
			return start(probe);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Optional<RunningServer> find(ServerProbe probe) {
		Optional<Integer> port = this.directory.port();
		if (port.isEmpty()) {
			return Optional.empty();
		}
		// A server whose process is alive but that does not reply may be shutting down.
		Optional<RunningServer> server = probe.await(port.get(), () -> this.directory.process().isEmpty());
		if (server.isEmpty()) {
			this.directory.process().ifPresent((process) -> {
				throw new EmbeddedRedisException(
						"The embedded Redis in " + this.directory.path() + " is running (process " + process.pid()
								+ "), but does not reply on port " + port.get() + ".",
						"Stop that process, or set another directory with redis-queue.embedded-redis.directory.", null);
			});
		}
		return server;
	}

	private RunningServer start(ServerProbe probe) throws IOException {
		int port = choosePort();
		ServerLog log = new ServerLog(this.directory.logFile());
		try (ServerBinary binary = new ServerBinary(Files.createTempDirectory(this.directory.path(), "binary"),
				this.library)) {
			// Written before the start, so that a later process finds the server even if
			// this one crashes.
			this.directory.rememberPort(port);
			binary.run(arguments(port));
		}
		return probe.await(port, () -> log.writer().filter((pid) -> RunningServer.processOf(pid).isEmpty()).isPresent())
			.orElseThrow(() -> failed(port, log));
	}

	/** The server runs as a daemon, so that Ctrl-C in a terminal does not reach it. */
	private List<String> arguments(int port) {
		return List.of("--bind", RunningServer.HOST, "--port", Integer.toString(port), "--daemonize", "yes",
				"--pidfile", this.directory.pidFile().toString(), "--logfile", this.directory.logFile().toString(),
				"--dir", this.directory.path().toString(), "--appendonly", "yes", "--save", "");
	}

	/** The configured port; if none is configured, the previous port if it is free. */
	private int choosePort() throws IOException {
		int last = this.directory.port().orElse(0);
		try {
			return bind((this.wantedPort != 0) ? this.wantedPort : last);
		}
		catch (BindException ex) {
			if (this.wantedPort == 0) {
				return bind(0);
			}
			throw new EmbeddedRedisException(
					"The embedded Redis cannot use port " + this.wantedPort + " of " + RunningServer.HOST + ": "
							+ ex.getMessage() + ".",
					"Set redis-queue.embedded-redis.port to a free port, or to 0 for any free port, or "
							+ EmbeddedRedisException.ELSEWHERE + ".",
					ex);
		}
	}

	private static int bind(int port) throws IOException {
		try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(RunningServer.HOST))) {
			return socket.getLocalPort();
		}
	}

	private EmbeddedRedisException servesElsewhere(RunningServer server) {
		return new EmbeddedRedisException(
				"The embedded Redis in " + this.directory.path() + " is used by another application on port "
						+ server.port() + ", so it cannot be started on port " + this.wantedPort + ".",
				"Set the same redis-queue.embedded-redis.port for both applications, or a different "
						+ "redis-queue.embedded-redis.directory for each.",
				null);
	}

	private EmbeddedRedisException failed(int port, ServerLog log) {
		log.writer().flatMap(RunningServer::processOf).ifPresent(ProcessHandle::destroyForcibly);
		return new EmbeddedRedisException(
				"The embedded Redis did not start on port " + port + " with its data in " + this.directory.path()
						+ ". Its log ends with:\n" + String.join("\n", log.tail()),
				"Fix the error in the log, delete the directory if its data is not needed, or "
						+ EmbeddedRedisException.ELSEWHERE + ".",
				null);
	}

}
