package io.github.redisqueue.autoconfigure.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

import redis.embedded.core.ExecutableProvider;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * The server executable, unpacked from the embedded-redis library while the server is
 * started.
 *
 * @param library unpacks the executable into a directory
 */
record ServerBinary(Function<File, ExecutableProvider> library) {

	/** How the names of all executables of the library begin. */
	static final String NAME = "redis-server";

	/** Version 6.2 or later. */
	private static final Pattern VERSION = Pattern.compile("v=(6\\.[2-9]|[7-9]\\.|\\d\\d)");

	ServerBinary() {
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
							+ "libcrypto.so.3), and for macOS. Install what is missing, or " + LocalServer.ELSEWHERE
							+ ".",
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
