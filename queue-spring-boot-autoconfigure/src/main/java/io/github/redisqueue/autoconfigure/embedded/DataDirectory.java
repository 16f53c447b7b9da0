package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

import org.springframework.util.FileSystemUtils;

/**
 * The directory of an embedded server, which only its owner can use. It contains the data
 * of the server, and files from which a later application detects that the server is
 * still running, and learns its password.
 *
 * @param path the path
 * @param temporary whether nobody needs the data after the last user of the server, who
 * then deletes the directory
 */
record DataDirectory(Path path, boolean temporary) {

	private static final String NAME = "embedded-redis";

	/** The file that every server has had in its directory. */
	private static final String PORT = "redis.port";

	/** The default directory, in the build directory of a project. */
	static Path usualIn(Path project) {
		boolean gradle = Files.exists(project.resolve("build.gradle"))
				|| Files.exists(project.resolve("build.gradle.kts"));
		return project.resolve(gradle ? "build" : "target").resolve(NAME);
	}

	/** A directory whose data outlive the server. */
	static DataDirectory at(Path path) {
		return at(path, false);
	}

	static DataDirectory at(Path path, boolean temporary) {
		try {
			// The server reports its directory without symbolic links, and is identified
			// by it.
			OwnerOnly.createDirectory(path, PORT);
			Path real = path.toRealPath();
			Files.delete(Files.createTempFile(real, "writable", null));
			return new DataDirectory(real, temporary);
		}
		catch (IOException ex) {
			throw new EmbeddedRedisException(
					"The embedded Redis cannot write its data to " + path.toAbsolutePath() + ": " + ex,
					"Make the directory writable for the user of this application alone, set another one with"
							+ " redis-queue.embedded-redis.directory, or " + EmbeddedRedisException.ELSEWHERE + ".",
					ex);
		}
	}

	/** Deletes the directory if it is temporary. */
	void deleteIfTemporary() {
		if (this.temporary) {
			try {
				FileSystemUtils.deleteRecursively(this.path);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	Path pidFile() {
		return this.path.resolve("redis.pid");
	}

	Path logFile() {
		return this.path.resolve("redis.log");
	}

	/** The configuration of the server that was started last, which may be absent. */
	ServerConfiguration configuration() {
		return new ServerConfiguration(this.path.resolve("redis.conf"));
	}

	/** The port of the server that was started last. */
	Optional<Integer> port() {
		return number(portFile()).map(Math::toIntExact);
	}

	void rememberPort(int port) {
		try {
			Files.writeString(portFile(), Integer.toString(port));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The server that was started last, if its process is still alive. It may be another
	 * server, which got the same process id later: until it is proven, it must not be
	 * signalled.
	 */
	Optional<ProcessHandle> process() {
		return number(pidFile()).flatMap(RunningServer::processOf);
	}

	FileChannel lockFile(String name) throws IOException {
		return FileChannel.open(this.path.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.READ,
				StandardOpenOption.WRITE);
	}

	private Path portFile() {
		return this.path.resolve(PORT);
	}

	private static Optional<Long> number(Path file) {
		try {
			return Optional.of(Long.valueOf(Files.readString(file).trim()));
		}
		catch (IOException | NumberFormatException ex) {
			// The file does not exist, or was truncated by a crash: no server is known.
			return Optional.empty();
		}
	}

}
