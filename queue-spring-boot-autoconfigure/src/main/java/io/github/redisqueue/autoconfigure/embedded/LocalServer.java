package io.github.redisqueue.autoconfigure.embedded;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Pattern;

import redis.embedded.core.ExecutableProvider;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * The server of a directory, which contains its data, its log and its port. Its processes
 * are known by their program, which was unpacked there. Must be used by one process at a
 * time.
 *
 * @param directory the path, without symbolic links
 * @param settings arguments for the server, such as {@literal --databases 32}
 */
record LocalServer(Path directory, List<String> settings) {

	/** The only address that the server listens on. */
	static final String HOST = "127.0.0.1";

	/** An action that is always possible. */
	static final String ELSEWHERE = "use a Redis that is already running, by setting spring.data.redis.host, "
			+ "spring.data.redis.port or another address under spring.data.redis";

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final int REPLY_TIMEOUT_MILLIS = 2000;

	private static final Duration CHECK_INTERVAL = Duration.ofMillis(10);

	private static final int ATTEMPTS = 5;

	private static final int LOG_TAIL = 15;

	/**
	 * The server of a directory, which is created if it does not exist.
	 * @throws FailureAnalyzedException if this is no directory, or not writable
	 */
	static LocalServer in(Path path, String... settings) {
		try {
			Path directory = Files.createDirectories(path).toRealPath();
			Files.delete(Files.createTempFile(directory, "writable", null));
			return new LocalServer(directory, List.of(settings));
		}
		catch (IOException ex) {
			throw new FailureAnalyzedException(
					"The embedded Redis cannot write its data to " + path.toAbsolutePath() + ": " + ex,
					"Make the directory writable, set another one with redis-queue.embedded-redis.directory, or "
							+ ELSEWHERE + ".",
					ex);
		}
	}

	/**
	 * Finds the server, whose application may have been killed. Starts it if it is not
	 * running, on its last port if that is free.
	 * @return the port of the server, which accepts commands
	 * @throws FailureAnalyzedException if the server cannot be started or used
	 */
	int findOrStart() throws IOException {
		int port = lastPort();
		if (isReady(port)) {
			return port;
		}
		for (int attempt = 0; processes().isEmpty() && attempt < ATTEMPTS; attempt++) {
			port = (attempt == 0 && port != 0) ? port : freePort();
			if (start(port)) {
				return port;
			}
		}
		throw unusable(port);
	}

	/** Starts the server, unless something else has the port, also since it was free. */
	private boolean start(int port) throws IOException {
		Files.deleteIfExists(logFile());
		// Before the start, so that a later process finds the server even if this one
		// crashes.
		Files.writeString(portFile(), Integer.toString(port));
		new Binary().start(this.directory, arguments(port));
		if (isReady(port)) {
			return true;
		}
		if (log().stream().anyMatch((line) -> line.contains("Failed listening on port"))) {
			return false;
		}
		throw unusable(port);
	}

	/** The server runs as a daemon, so that Ctrl-C in a terminal does not reach it. */
	private List<String> arguments(int port) {
		List<String> arguments = new ArrayList<>(
				List.of("--bind", HOST, "--port", Integer.toString(port), "--daemonize", "yes", "--dir",
						this.directory.toString(), "--logfile", logFile().toString(), "--save", ""));
		arguments.addAll(this.settings);
		return arguments;
	}

	/** Stops the server, which first writes all data to disk. */
	void stop() {
		processes().forEach(ProcessHandle::destroy);
		await(() -> processes().isEmpty());
	}

	/** Its process, and the one that rewrites its file. Zombies have no command. */
	List<ProcessHandle> processes() {
		return ProcessHandle.allProcesses()
			.filter((process) -> process.info().command().orElse("").startsWith(program()))
			.toList();
	}

	/**
	 * Whether the server accepts commands. Waits while it is loading its data or
	 * stopping: a second server would spoil the data.
	 */
	private boolean isReady(int port) {
		return await(() -> processes().isEmpty() || replies(port)) && !processes().isEmpty();
	}

	/** Whether this server accepts commands, and not another one on its port. */
	private boolean replies(int port) {
		String reply = ask(port, "INFO");
		return reply.contains("executable:" + program()) && reply.contains("loading:0");
	}

	/** What a server replies to a command. Empty if no server is there. */
	static String ask(int port, String command) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(HOST, port), REPLY_TIMEOUT_MILLIS);
			socket.setSoTimeout(REPLY_TIMEOUT_MILLIS);
			socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.UTF_8));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			return "";
		}
	}

	/** Whether the condition is met in time. */
	private static boolean await(BooleanSupplier condition) {
		long end = System.nanoTime() + TIMEOUT.toNanos();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
				return false;
			}
			LockSupport.parkNanos(CHECK_INTERVAL.toNanos());
		}
		return true;
	}

	/** The port of the server that was started last, or 0 if it is unknown. */
	private int lastPort() {
		try {
			return Integer.parseInt(Files.readString(portFile()).trim());
		}
		catch (IOException | NumberFormatException ex) {
			// The file does not exist, or was truncated by a crash.
			return 0;
		}
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
			return socket.getLocalPort();
		}
	}

	private String program() {
		return this.directory.resolve(Binary.NAME).toString();
	}

	private Path portFile() {
		return this.directory.resolve("redis.port");
	}

	private Path logFile() {
		return this.directory.resolve("redis.log");
	}

	/** The last lines that the server has logged since its start. */
	private List<String> log() {
		try {
			List<String> lines = Files.readAllLines(logFile());
			return lines.subList(Math.max(0, lines.size() - LOG_TAIL), lines.size());
		}
		catch (IOException ex) {
			// The server has not written the file.
			return List.of();
		}
	}

	private FailureAnalyzedException unusable(int port) {
		return new FailureAnalyzedException(
				"The embedded Redis with its data in " + this.directory + " does not reply on port " + port
						+ ". It has processes " + processes().stream().map(ProcessHandle::pid).toList()
						+ ". Its log ends with:\n" + String.join("\n", log()),
				"Fix the error in the log, stop the processes, delete the directory if its data is not needed, or "
						+ ELSEWHERE + ".");
	}

	/**
	 * The server executable, unpacked from the embedded-redis library while the server is
	 * started.
	 *
	 * @param library unpacks the executable into a directory
	 */
	record Binary(Function<File, ExecutableProvider> library) {

		/** How the names of all executables of the library begin. */
		static final String NAME = "redis-server";

		/** Version 6.2 or later. */
		private static final Pattern VERSION = Pattern.compile("v=(6\\.[2-9]|[7-9]\\.|\\d\\d)");

		Binary() {
			this(ExecutableProvider::newJarResourceProvider);
		}

		/**
		 * Starts a server that goes on in the background. Meanwhile, its executable is
		 * unpacked in the directory.
		 * @throws FailureAnalyzedException if the executable cannot be run, or is too old
		 */
		void start(Path directory, List<String> arguments) {
			try {
				File program = this.library.apply(directory.toFile()).get();
				try {
					String version = run(program, List.of("--version"));
					if (!VERSION.matcher(version).find()) {
						throw new IOException("version 6.2 or later is required, but found " + version);
					}
					run(program, arguments);
				}
				finally {
					program.delete();
				}
			}
			catch (IOException | RuntimeException ex) {
				throw new FailureAnalyzedException(
						"The Redis server of the embedded-redis library does not run on this machine ("
								+ System.getProperty("os.name") + ", " + System.getProperty("os.arch") + "): " + ex,
						"The library has servers for Linux, which need glibc 2.34 and OpenSSL 3 (libssl.so.3, "
								+ "libcrypto.so.3), and for macOS. Install what is missing, or " + ELSEWHERE + ".",
						ex);
			}
		}

		private static String run(File program, List<String> arguments) throws IOException {
			List<String> command = new ArrayList<>(arguments);
			command.add(0, program.getPath());
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
			int code = process.onExit().join().exitValue();
			if (code != 0) {
				throw new IOException("exit code " + code + ": " + output);
			}
			return output;
		}

	}

}
