package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringApplication;

/**
 * The server of all tests of this JVM, which no application outside of tests uses. It
 * starts with the first application context that needs it, and stops when the JVM ends.
 * Each context has a database of its own, which is empty when the context starts, so
 * contexts that Spring keeps for later tests take no jobs from each other. A context that
 * is configured to use a database shares it with those that are, too. Thread-safe.
 */
final class TestServer {

	/** How many databases are there for contexts that are configured to use one. */
	private static final int CONFIGURABLE = 1024;

	/**
	 * How many databases the server has. Those that are not configurable are for contexts
	 * that have one of their own, of which Spring keeps 32.
	 */
	static final int DATABASES = 2 * CONFIGURABLE;

	private static final Log logger = LogFactory.getLog(TestServer.class);

	/** The directories of the servers of all JVMs that run tests of this project. */
	private static final Path ALL = DataDirectory.usualIn(Path.of("")).resolveSibling("embedded-redis-test");

	/** Two class loaders have two servers, as file locks belong to the whole JVM. */
	private static final Path DIRECTORY = ALL
		.resolve(ProcessHandle.current().pid() + "-" + UUID.randomUUID().toString().substring(0, 8));

	private static @Nullable TestServer instance;

	private final BitSet used = new BitSet();

	private TestServer() {
		removeLeftovers(ALL);
		// The JVM is a user beside the contexts, so that the server goes on between them.
		SharedServer server = join();
		SpringApplication.getShutdownHandlers().add(server::leave);
	}

	private static SharedServer join() {
		return SharedServer.join(DataDirectory.at(DIRECTORY, true), 0, ServerBinary.LIBRARY);
	}

	/** The directory of the server, which need not exist yet. */
	static Path directory() {
		return DIRECTORY;
	}

	static boolean isIn(Path directory) {
		return DIRECTORY.equals(directory);
	}

	/**
	 * Connects a context to the server.
	 * @param wanted the database that the context is configured to use, with what is in
	 * it, or null for an empty one of its own
	 * @return the connection details; call {@code destroy} after use
	 */
	static EmbeddedRedisConnectionDetails connect(@Nullable Integer wanted) {
		if (wanted != null && wanted >= CONFIGURABLE) {
			throw new EmbeddedRedisException(
					"The embedded Redis of the tests has databases 0 to " + (CONFIGURABLE - 1)
							+ " for contexts that set spring.data.redis.database, but it is " + wanted + ".",
					"Set one of these, or remove the property to get an empty database.", null);
		}
		TestServer tests = running();
		SharedServer server = join();
		try {
			return (wanted != null) ? new EmbeddedRedisConnectionDetails(server, wanted, server::leave)
					: tests.connect(server);
		}
		catch (Throwable ex) {
			server.leave();
			throw ex;
		}
	}

	private EmbeddedRedisConnectionDetails connect(SharedServer server) {
		int database = takeDatabase(server);
		return new EmbeddedRedisConnectionDetails(server, database, () -> {
			returnDatabase(database);
			server.leave();
		});
	}

	private static synchronized TestServer running() {
		if (instance == null) {
			instance = new TestServer();
		}
		return instance;
	}

	private synchronized int takeDatabase(SharedServer server) {
		int database = this.used.nextClearBit(CONFIGURABLE);
		if (database == DATABASES) {
			throw new EmbeddedRedisException(
					"The embedded Redis of the tests has " + (DATABASES - CONFIGURABLE)
							+ " databases for application contexts, and as many contexts use one.",
					"Close contexts that are not needed any more, for example with @DirtiesContext.", null);
		}
		empty(server, database);
		this.used.set(database);
		return database;
	}

	private synchronized void returnDatabase(int database) {
		this.used.clear(database);
	}

	private static void empty(SharedServer server, int database) {
		RedisURI uri = RedisURI.builder()
			.withHost(RunningServer.HOST)
			.withPort(server.port())
			.withPassword(server.password().toCharArray())
			.withDatabase(database)
			.build();
		RedisClient client = RedisClient.create(uri);
		try (StatefulRedisConnection<String, String> connection = client.connect()) {
			connection.sync().flushdb();
		}
		finally {
			client.shutdown();
		}
	}

	/**
	 * Stops the servers, and deletes the directories, of JVMs that were killed.
	 * @param all where the directories are
	 */
	static void removeLeftovers(Path all) {
		for (Path directory : directoriesIn(all)) {
			try {
				if (isLeftover(directory)) {
					logger.info("Removing the embedded Redis of killed tests in " + directory);
					remove(DataDirectory.at(directory, true));
				}
			}
			catch (RuntimeException ex) {
				logger.debug("The embedded Redis of other tests in " + directory + " was not removed", ex);
			}
		}
	}

	private static List<Path> directoriesIn(Path all) {
		if (!Files.isDirectory(all)) {
			return List.of();
		}
		try (Stream<Path> found = Files.list(all)) {
			return found.filter(Files::isDirectory).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean isLeftover(Path directory) {
		String pid = directory.getFileName().toString().replaceFirst("-.*", "");
		return pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty();
	}

	private static void remove(DataDirectory directory) {
		if (directory.process().isPresent()) {
			// Whoever leaves last stops the server. Processes that are not visible from
			// here, as in another container, may still use it.
			SharedServer.join(directory, 0, ServerBinary.LIBRARY).leave();
		}
		else {
			directory.deleteIfTemporary();
		}
	}

}
