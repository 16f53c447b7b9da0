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
 * Finds the server of a directory, or starts it. To be used by one process at a time.
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
	 * Finds the server that an earlier application left, or another one uses, and else
	 * starts one.
	 * @param unused whether no application uses the server
	 * @return the server, ready to serve
	 * @throws EmbeddedRedisException if there can be no server
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
		// One whose process lives but that does not answer may be just about to end.
		Optional<RunningServer> server = probe.await(port.get(), () -> this.directory.process().isEmpty());
		if (server.isEmpty()) {
			this.directory.process().ifPresent((process) -> {
				throw new EmbeddedRedisException(
						"The embedded Redis in " + this.directory.path() + " runs (process " + process.pid()
								+ "), but does not answer at port " + port.get() + ".",
						"Stop that process, or choose another directory with redis-queue.embedded-redis.directory.",
						null);
			});
		}
		return server;
	}

	private RunningServer start(ServerProbe probe) throws IOException {
		int port = choosePort();
		ServerLog log = new ServerLog(this.directory.logFile());
		try (ServerBinary binary = new ServerBinary(Files.createTempDirectory(this.directory.path(), "binary"),
				this.library)) {
			// First, so that a server is found again even if we die at the next line.
			this.directory.rememberPort(port);
			binary.run(arguments(port));
		}
		return probe.await(port, () -> log.writer().filter((pid) -> RunningServer.processOf(pid).isEmpty()).isPresent())
			.orElseThrow(() -> failed(port, log));
	}

	/** As a daemon it is out of reach of the Ctrl-C that is meant for the application. */
	private List<String> arguments(int port) {
		return List.of("--bind", RunningServer.HOST, "--port", Integer.toString(port), "--daemonize", "yes",
				"--pidfile", this.directory.pidFile().toString(), "--logfile", this.directory.logFile().toString(),
				"--dir", this.directory.path().toString(), "--appendonly", "yes", "--save", "");
	}

	/** The port that is wanted; if any will do, the same as the last time. */
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
					"The embedded Redis cannot have the port " + this.wantedPort + " of " + RunningServer.HOST + ": "
							+ ex.getMessage() + ".",
					"Set redis-queue.embedded-redis.port to a port that is free, or to 0 for any free one, or "
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
				"The embedded Redis in " + this.directory.path() + " is in use by another application at port "
						+ server.port() + ", so that it cannot be had at port " + this.wantedPort + ".",
				"Give both the same redis-queue.embedded-redis.port, or each its own redis-queue.embedded-redis.directory.",
				null);
	}

	private EmbeddedRedisException failed(int port, ServerLog log) {
		log.writer().flatMap(RunningServer::processOf).ifPresent(ProcessHandle::destroyForcibly);
		return new EmbeddedRedisException(
				"The embedded Redis did not start at port " + port + " with its data in " + this.directory.path()
						+ ". Its log ends with:\n" + String.join("\n", log.tail()),
				"Remove what the log complains about, delete the directory if its data is of no use, or "
						+ EmbeddedRedisException.ELSEWHERE + ".",
				null);
	}

}
