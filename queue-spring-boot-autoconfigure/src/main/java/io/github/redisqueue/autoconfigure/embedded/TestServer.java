package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.util.FileSystemUtils;

/**
 * The server of all tests of this JVM, which no application outside of tests uses. It
 * starts with the first application context that needs it, and stops when the JVM ends.
 * Each context has a database of its own, so contexts that Spring keeps for later tests
 * take no jobs from each other. Thread-safe.
 */
final class TestServer {

	/** More than a JVM has contexts, as no database is used twice. */
	private static final int DATABASES = 10_000;

	/** Another class loader of this JVM has another server. */
	static final Path DIRECTORY = EmbeddedRedisProperties.usualDirectoryIn(Path.of(""))
		.resolveSibling("embedded-redis-test")
		.resolve(ProcessHandle.current().pid() + "-" + UUID.randomUUID().toString().substring(0, 8));

	/** How many contexts have a database, which is the number of the next one. */
	private static int contexts;

	private TestServer() {
	}

	/** Connects a context to an empty database of the server. */
	static synchronized EmbeddedRedisAutoConfiguration.ConnectionDetails connect() throws IOException {
		LocalServer server = LocalServer.in(DIRECTORY, "--databases", Integer.toString(DATABASES));
		if (contexts == 0) {
			SpringApplication.getShutdownHandlers().add(() -> remove(server.directory()));
			removeLeftovers(server.directory().getParent());
		}
		return new EmbeddedRedisAutoConfiguration.ConnectionDetails(server.findOrStart(), contexts++, () -> {
		});
	}

	/** Stops the servers, and deletes the directories, of JVMs that were killed. */
	static void removeLeftovers(Path all) throws IOException {
		try (Stream<Path> directories = Files.list(all)) {
			directories.filter(TestServer::isLeftover).forEach(TestServer::remove);
		}
	}

	private static boolean isLeftover(Path directory) {
		String pid = directory.getFileName().toString().replaceFirst("-.*", "");
		return pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty();
	}

	private static void remove(Path directory) {
		new LocalServer(directory, List.of()).stop();
		FileSystemUtils.deleteRecursively(directory.toFile());
	}

	/**
	 * Names the directory to the contexts that the Spring TestContext framework creates.
	 * The property has the lowest precedence: one that the application or the test sets
	 * replaces it. All customizers are equal, so they do not keep tests from sharing a
	 * context.
	 */
	record Customizer() implements ContextCustomizerFactory, ContextCustomizer {

		@Override
		public ContextCustomizer createContextCustomizer(Class<?> testClass,
				List<ContextConfigurationAttributes> attributes) {
			return this;
		}

		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
			context.getEnvironment()
				.getPropertySources()
				.addLast(new MapPropertySource("embedded Redis of the tests",
						Map.of("redis-queue.embedded-redis.directory", DIRECTORY.toString())));
		}

	}

}
