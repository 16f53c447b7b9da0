package io.github.redisqueue.test;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.function.ThrowingSupplier;

/**
 * A Redis server that a test has for itself, to break it: the executable that
 * {@code QUEUE_TEST_SERVER} names, else, or if that is {@code embedded}, the one that
 * comes with the embedded Redis library, on a free port of the loopback interface,
 * keeping nothing on disk unless told to. Its data directory and port outlive
 * {@link #stop()} and {@link #kill()}, so that {@link #restart()} finds what the server
 * wrote. Thread-safe.
 */
public final class PrivateRedis implements BreakableRedis {

	private static final String VARIABLE = "QUEUE_TEST_SERVER";

	private static final String EMBEDDED = "embedded";

	private static final int ATTEMPTS = 5;

	private final int port;

	private final Path directory;

	private final List<String> options;

	private final List<String> settings;

	/** What is connected to it, and is closed with it. */
	private final List<LettuceConnectionFactory> opened = new CopyOnWriteArrayList<>();

	private @Nullable StatefulRedisConnection<String, String> connection;

	private Process process;

	private boolean frozen;

	private PrivateRedis(int port, List<String> options, List<String> settings) {
		this.port = port;
		this.options = options;
		this.settings = settings;
		this.directory = ThrowingSupplier.of(() -> Files.createTempDirectory("test-redis-")).get();
		this.process = ThrowingSupplier.of(this::launch).get();
	}

	/** Whether the executable is not that of the embedded Redis library. */
	static boolean isOfAnotherServer() {
		String named = System.getenv(VARIABLE);
		return named != null && !named.isBlank() && !named.equals(EMBEDDED);
	}

	/**
	 * Starts a server.
	 * @param settings lines as in a {@code redis.conf}, such as {@code "appendonly yes"}
	 * or {@code "maxmemory 8mb"}
	 * @return the running server
	 * @throws IllegalStateException if it does not start, with what it wrote
	 */
	public static PrivateRedis start(String... settings) {
		return start(PrivateRedis::freePort, List.of(), List.of(settings));
	}

	/**
	 * Starts a server on a port of the caller's choice, which is asked for another one if
	 * that is taken.
	 */
	static PrivateRedis start(IntSupplier ports, List<String> settings) {
		return start(ports, List.of(), settings);
	}

	/**
	 * Starts a sentinel, which is the same program in another role.
	 * @param settings lines as in a {@code sentinel.conf}
	 * @return the running sentinel
	 * @throws IllegalStateException if it does not start, with what it wrote
	 */
	public static PrivateRedis startSentinel(String... settings) {
		return start(PrivateRedis::freePort, List.of("--sentinel"), List.of(settings));
	}

	private static PrivateRedis start(IntSupplier ports, List<String> options, List<String> settings) {
		for (int attempt = 1;; attempt++) {
			PrivateRedis server = new PrivateRedis(ports.getAsInt(), options, settings);
			if (server.answers()) {
				return server;
			}
			String log = server.log();
			server.close();
			// Somebody else may have taken the port since it was found to be free.
			if (attempt == ATTEMPTS || !log.contains("Address already in use")) {
				throw new IllegalStateException("redis-server did not start:\n" + log);
			}
		}
	}

	/**
	 * The port that it listens on, the same for its whole life.
	 * @return the port
	 */
	public int port() {
		return this.port;
	}

	/**
	 * Where it keeps its files.
	 * @return the data directory
	 */
	public Path directory() {
		return this.directory;
	}

	@Override
	public LettuceConnectionFactory connections(Duration timeout) {
		LettuceConnectionFactory connections = RedisClients.connections(this.port, timeout);
		this.opened.add(connections);
		return connections;
	}

	/**
	 * Commands to look at it with, or to lay hands on it, which have a connection of
	 * their own.
	 * @return commands, with keys and values as UTF-8
	 */
	public synchronized RedisCommands<String, String> commands() {
		if (this.connection == null) {
			this.connection = RedisClients.connect(this.port);
		}
		return this.connection.sync();
	}

	/**
	 * The connections of a client.
	 * @param name the name of the client
	 * @return their ids
	 */
	public List<String> clientIds(String name) {
		return commands().clientList()
			.lines()
			.filter((client) -> client.contains(" name=" + name + " "))
			.map((client) -> client.substring(0, client.indexOf(' ')))
			.toList();
	}

	@Override
	public synchronized void stop() {
		this.process.destroy();
		awaitExit();
	}

	/**
	 * Kills it without a warning, as {@code kill -9} does.
	 */
	public synchronized void kill() {
		this.process.destroyForcibly();
		awaitExit();
	}

	/**
	 * Lets it hang: its connections stay open, but nothing is answered, until it is
	 * killed or goes on.
	 */
	public synchronized void freeze() {
		this.frozen = true;
		signal("STOP");
	}

	/**
	 * Lets it go on after it hung.
	 */
	public synchronized void thaw() {
		signal("CONT");
		this.frozen = false;
	}

	private void signal(String signal) {
		ProcessBuilder kill = new ProcessBuilder("kill", "-" + signal, Long.toString(this.process.pid()));
		ThrowingSupplier.of(kill::start).get().onExit().join();
	}

	@Override
	public synchronized void restart() {
		stop();
		this.process = ThrowingSupplier.of(this::launch).get();
		this.frozen = false;
		if (!answers()) {
			throw new IllegalStateException("redis-server did not start again:\n" + log());
		}
	}

	@Override
	public synchronized void close() {
		this.opened.forEach(LettuceConnectionFactory::destroy);
		if (this.connection != null) {
			this.connection.close();
		}
		kill();
		ThrowingSupplier.of(() -> FileSystemUtils.deleteRecursively(this.directory)).get();
	}

	private Process launch() throws IOException {
		List<String> lines = new ArrayList<>(
				List.of("bind 127.0.0.1", "port " + this.port, "dir " + this.directory, "save \"\"", "appendonly no"));
		lines.addAll(this.settings);
		Path config = Files.write(this.directory.resolve("redis.conf"), lines);
		List<String> command = new ArrayList<>(List.of(Binary.PATH.toString(), config.toString()));
		command.addAll(this.options);
		return new ProcessBuilder(command).directory(this.directory.toFile())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
			.start();
	}

	private boolean answers() {
		Awaitility.await()
			.pollInterval(Duration.ofMillis(5))
			.atMost(Duration.ofSeconds(20))
			.until(() -> !this.process.isAlive() || ping());
		return this.process.isAlive();
	}

	private boolean ping() {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress("127.0.0.1", this.port), 1000);
			socket.setSoTimeout(1000);
			socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
			String reply = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
				.readLine();
			// A password is asked for only by a server that is there.
			return reply != null && (reply.equals("+PONG") || reply.startsWith("-NOAUTH"));
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** Whether it is there to answer. */
	synchronized boolean isUp() {
		return this.process.isAlive() && !this.frozen;
	}

	private void awaitExit() {
		try {
			if (!this.process.waitFor(10, TimeUnit.SECONDS)) {
				this.process.destroyForcibly().waitFor();
			}
		}
		catch (InterruptedException ex) {
			this.process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

	private String log() {
		return ThrowingSupplier.of(() -> Files.readString(logFile())).get();
	}

	private Path logFile() {
		return this.directory.resolve("redis.log");
	}

	/**
	 * A port that nobody listens on, for what a server is to listen on besides.
	 * @return a free port
	 */
	public static int freePort() {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The executable, found or unpacked once per JVM.
	 */
	private static final class Binary {

		static final Path PATH = find();

		private static Path find() {
			if (!isOfAnotherServer()) {
				return ThrowingSupplier.of(Binary::unpack).get();
			}
			String named = System.getenv(VARIABLE);
			if (!Files.isExecutable(Path.of(named))) {
				throw new IllegalStateException(VARIABLE + " is '" + named + "', where no executable is");
			}
			return Path.of(named);
		}

		private static Path unpack() throws IOException {
			Path directory = Files.createTempDirectory("test-redis-binary-");
			directory.toFile().deleteOnExit();
			File binary = ExecutableProvider.newJarResourceProvider(directory.toFile()).get();
			// What was registered last is deleted first.
			binary.deleteOnExit();
			return binary.toPath();
		}

	}

}
