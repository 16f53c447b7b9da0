package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * The server of a directory, shared by all applications that use the directory, in this
 * process and in others. The first application starts it, and the last one stops it. A
 * server whose application was killed is reused. Thread-safe.
 */
final class SharedServer {

	private static final Log logger = LogFactory.getLog(SharedServer.class);

	/** The servers that this process uses, by their directories. */
	private static final Map<Path, SharedServer> SERVERS = new HashMap<>();

	/** The byte of the lock file that a process locks to start or stop the server. */
	private static final long TURN = 0;

	/** The byte of the lock file that all processes share which use the server. */
	private static final long USE = 1;

	private final LocalServer server;

	private final int port;

	/** The operating system releases the locks of a process that ends. */
	private final FileChannel locks;

	/** Held while this process uses the server. */
	private final FileLock use;

	/** How many applications of this process use the server. */
	private int users;

	private SharedServer(LocalServer server, FileChannel locks) throws IOException {
		this.server = server;
		this.locks = locks;
		FileLock turn = locks.lock(TURN, 1, false);
		this.port = server.findOrStart();
		this.use = locks.lock(USE, 1, true);
		turn.release();
	}

	/**
	 * Registers a user of the server in a directory until {@link #leave()}, and starts
	 * the server if necessary.
	 * @throws FailureAnalyzedException if no server can be used
	 */
	static SharedServer join(Path path) throws IOException {
		LocalServer server = LocalServer.in(path, "--appendonly", "yes");
		synchronized (SERVERS) {
			SharedServer shared = SERVERS.get(server.directory());
			if (shared == null) {
				shared = share(server);
				SERVERS.put(server.directory(), shared);
			}
			shared.users++;
			return shared;
		}
	}

	private static SharedServer share(LocalServer server) throws IOException {
		FileChannel locks = FileChannel.open(server.directory().resolve("redis.lock"), StandardOpenOption.CREATE,
				StandardOpenOption.READ, StandardOpenOption.WRITE);
		try {
			SharedServer shared = new SharedServer(server, locks);
			logger.warn("Using an embedded Redis at " + LocalServer.HOST + ":" + shared.port + ", data directory "
					+ server.directory() + ". It is for development, not for production.");
			return shared;
		}
		catch (Throwable ex) {
			locks.close();
			if (ex instanceof OverlappingFileLockException) {
				throw new FailureAnalyzedException(
						"The embedded Redis in " + server.directory()
								+ " is used by an application in another class loader of this JVM.",
						"Set a different redis-queue.embedded-redis.directory for each of the two applications.", ex);
			}
			throw ex;
		}
	}

	/** Removes a user of the server. The last user stops it. */
	void leave() throws IOException {
		synchronized (SERVERS) {
			this.users--;
			if (this.users == 0) {
				SERVERS.remove(this.server.directory());
				try (this.locks) {
					this.locks.lock(TURN, 1, false);
					this.use.release();
					// There is no such lock while another process uses the server.
					if (this.locks.tryLock(USE, 1, false) != null) {
						this.server.stop();
					}
				}
			}
		}
	}

	int port() {
		return this.port;
	}

}
