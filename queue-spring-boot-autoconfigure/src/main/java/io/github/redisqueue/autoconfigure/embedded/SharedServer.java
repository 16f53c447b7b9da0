package io.github.redisqueue.autoconfigure.embedded;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/**
 * The server of a directory, shared by all applications that use the directory, in this
 * process and in others. The first application starts it, and the last one stops it. A
 * server whose application was killed is reused.
 */
final class SharedServer {

	private static final Log logger = LogFactory.getLog(SharedServer.class);

	private static final Map<Path, SharedServer> SERVERS = new HashMap<>();

	private final DataDirectory directory;

	private final DirectoryLocks locks;

	private @Nullable RunningServer server;

	private int users;

	private SharedServer(DataDirectory directory) {
		this.directory = directory;
		this.locks = new DirectoryLocks(directory);
	}

	/**
	 * Registers a user of the server, and starts the server if necessary.
	 * @param path the directory of the server
	 * @param port the required port, or 0 for any port
	 * @return the server; call {@link #leave()} after use
	 * @throws EmbeddedRedisException if no server can be used
	 */
	static SharedServer join(Path path, int port) {
		return join(path, port, ServerBinary.LIBRARY);
	}

	static SharedServer join(Path path, int port, Function<File, ExecutableProvider> library) {
		return join(DataDirectory.at(path), port, library);
	}

	static SharedServer join(DataDirectory directory, int port, Function<File, ExecutableProvider> library) {
		synchronized (SERVERS) {
			SharedServer shared = SERVERS.computeIfAbsent(directory.path(), (key) -> new SharedServer(directory));
			try {
				shared.enter(new ServerLaunch(directory, port, library));
				return shared;
			}
			finally {
				shared.forgetIfUnused();
			}
		}
	}

	int port() {
		return server().port();
	}

	String password() {
		return server().password();
	}

	private RunningServer server() {
		synchronized (SERVERS) {
			if (this.server == null) {
				throw new IllegalStateException("The embedded Redis in " + this.directory.path() + " is not in use");
			}
			return this.server;
		}
	}

	/** Removes a user of the server. The last user stops it. */
	void leave() {
		synchronized (SERVERS) {
			this.users--;
			try {
				if (this.users == 0) {
					this.locks.inTurn(this::stopIfUnused);
				}
			}
			finally {
				forgetIfUnused();
			}
		}
	}

	private void enter(ServerLaunch launch) {
		this.locks.inTurn(() -> {
			this.server = launch.findOrStart(this.locks::unused);
			if (this.users == 0) {
				this.locks.enter();
				logger.warn("Using an embedded Redis " + this.server.version() + " at " + RunningServer.HOST + ":"
						+ this.server.port() + ", data directory " + this.directory.path()
						+ ". It is for development, not for production.");
			}
			this.users++;
		});
	}

	private void stopIfUnused() {
		this.locks.leave();
		if (this.locks.unused() && this.server != null) {
			this.server.stop();
			this.directory.deleteIfTemporary();
		}
	}

	private void forgetIfUnused() {
		if (this.users == 0) {
			SERVERS.remove(this.directory.path());
			this.server = null;
			this.locks.close();
		}
	}

}
