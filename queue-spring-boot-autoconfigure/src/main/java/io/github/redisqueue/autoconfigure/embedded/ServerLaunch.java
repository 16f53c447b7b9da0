package io.github.redisqueue.autoconfigure.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
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
			int port = choosePort();
			return start(probe, port, secrets(port, unused));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Optional<RunningServer> find(ServerProbe probe) {
		Optional<Integer> port = this.directory.port();
		Optional<ServerSecrets> secrets = this.directory.configuration().secrets();
		// A server whose process is alive but that does not reply may be shutting down.
		Optional<RunningServer> server = port.flatMap((known) -> secrets.flatMap((given) -> probe.await(known, given,
				() -> probe.foundForeign() || this.directory.process().isEmpty())));
		if (server.isEmpty()) {
			this.directory.process().ifPresent((process) -> {
				throw unusable(process, port, secrets.isPresent() && !probe.foundForeign());
			});
		}
		return server;
	}

	/**
	 * Each server gets secrets of its own. But if the last one died while other
	 * applications used it, they have to be able to reconnect to the next one. If that
	 * gets another port, they cannot; and whoever has the old port now may have been sent
	 * the old password.
	 */
	private ServerSecrets secrets(int port, BooleanSupplier unused) {
		boolean reconnectable = this.directory.port().filter((last) -> last == port).isPresent()
				&& !unused.getAsBoolean();
		Optional<ServerSecrets> last = reconnectable ? this.directory.configuration().secrets() : Optional.empty();
		return last.orElseGet(ServerSecrets::random);
	}

	private RunningServer start(ServerProbe probe, int port, ServerSecrets secrets) throws IOException {
		ServerLog log = new ServerLog(this.directory.logFile());
		Path folder = Files.createTempDirectory(this.directory.path(), "binary");
		try (ServerBinary binary = new ServerBinary(folder, this.library)) {
			// Written before the start, so that a later process finds the server even if
			// this one crashes.
			this.directory.rememberPort(port);
			ServerConfiguration configuration = this.directory.configuration();
			configuration.write(this.directory, port, secrets);
			binary.run(List.of(configuration.file().toString()));
		}
		return probe
			.await(port, secrets,
					() -> log.writer().filter((pid) -> RunningServer.processOf(pid).isEmpty()).isPresent())
			.orElseThrow(() -> failed(port, log, folder));
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

	private EmbeddedRedisException unusable(ProcessHandle process, Optional<Integer> port, boolean isSilent) {
		String server = "The embedded Redis in " + this.directory.path() + " is running (process " + process.pid()
				+ "), but ";
		String elsewhere = "or set another directory with redis-queue.embedded-redis.directory.";
		if (isSilent) {
			return new EmbeddedRedisException(
					server + "does not reply on port " + port.map(Object::toString).orElse("?") + ".",
					"Stop that process, " + elsewhere, null);
		}
		return new EmbeddedRedisException(
				server + "does not know the secrets in " + this.directory.configuration().file()
						+ ", so it is not used and not stopped. Another version of the library may have started it, "
						+ "or it is a server of something else.",
				"If it is not needed, stop process " + process.pid() + ". If it does not use the directory, delete "
						+ this.directory.pidFile() + ". Then start again, " + elsewhere,
				null);
	}

	private EmbeddedRedisException failed(int port, ServerLog log, Path folder) {
		// No other server runs the program that was unpacked into this folder.
		log.writer()
			.flatMap(RunningServer::processOf)
			.filter((process) -> process.info().command().orElse("").startsWith(folder.toString()))
			.ifPresent(ProcessHandle::destroyForcibly);
		return new EmbeddedRedisException(
				"The embedded Redis did not start on port " + port + " with its data in " + this.directory.path()
						+ ". Its log ends with:\n" + String.join("\n", log.tail()),
				"Fix the error in the log, delete the directory if its data is not needed, or "
						+ EmbeddedRedisException.ELSEWHERE + ".",
				null);
	}

}
