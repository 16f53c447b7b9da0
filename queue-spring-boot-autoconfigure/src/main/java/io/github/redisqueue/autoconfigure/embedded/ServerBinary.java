package io.github.redisqueue.autoconfigure.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

import org.springframework.util.FileSystemUtils;

/**
 * The server executable, unpacked from the embedded-redis library while the server is
 * started.
 */
final class ServerBinary implements AutoCloseable {

	static final Function<File, ExecutableProvider> LIBRARY = ExecutableProvider::newJarResourceProvider;

	private static final Pattern VERSION = Pattern.compile("v=(\\d+)\\.(\\d+)\\S*");

	private final Path folder;

	private final File program;

	/**
	 * Unpacks the executable and checks its version.
	 * @param folder where to unpack it; deleted by {@link #close()}
	 * @param library supplies the executable
	 * @throws EmbeddedRedisException if the executable cannot be run, or is too old
	 */
	ServerBinary(Path folder, Function<File, ExecutableProvider> library) {
		this.folder = folder;
		try {
			this.program = library.apply(folder.toFile()).get();
		}
		catch (IOException | RuntimeException ex) {
			close();
			throw unusable("The embedded-redis library has no Redis server for this machine ("
					+ System.getProperty("os.name") + ", " + System.getProperty("os.arch") + "): " + ex, ex);
		}
		try {
			requireVersion(run(List.of("--version")));
		}
		catch (EmbeddedRedisException ex) {
			close();
			throw ex;
		}
	}

	/**
	 * Runs the executable and waits for it to exit.
	 * @param arguments the command line arguments
	 * @return the output
	 * @throws EmbeddedRedisException if the executable cannot be run, or fails
	 */
	String run(List<String> arguments) {
		try {
			Process process = new ProcessBuilder(
					Stream.concat(Stream.of(this.program.getPath()), arguments.stream()).toList())
				.redirectErrorStream(true)
				.start();
			process.getOutputStream().close();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
			int code = process.waitFor();
			if (code != 0) {
				throw unusable("The Redis server of the embedded-redis library does not run on this machine (exit code "
						+ code + "): " + output, null);
			}
			return output;
		}
		catch (IOException ex) {
			throw unusable("The Redis server of the embedded-redis library does not run on this machine: " + ex, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw unusable("The start of the embedded Redis was interrupted.", ex);
		}
	}

	private static void requireVersion(String output) {
		Matcher version = VERSION.matcher(output);
		if (!version.find()) {
			throw unusable("The version of the embedded Redis cannot be parsed from its output: " + output, null);
		}
		int major = Integer.parseInt(version.group(1));
		if (major < 6 || (major == 6 && Integer.parseInt(version.group(2)) < 2)) {
			throw unusable("The embedded Redis is too old: version 6.2 or later is required, but found " + output + ".",
					null);
		}
	}

	private static EmbeddedRedisException unusable(String description, @Nullable Throwable cause) {
		return new EmbeddedRedisException(description,
				"The library has servers for Linux, which need glibc 2.34 and OpenSSL 3 (libssl.so.3, libcrypto.so.3), "
						+ "and for macOS. Install what is missing, or " + EmbeddedRedisException.ELSEWHERE + ".",
				cause);
	}

	@Override
	public void close() {
		try {
			FileSystemUtils.deleteRecursively(this.folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
