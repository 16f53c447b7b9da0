package io.github.redisqueue.test.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.redisqueue.test.PrivateRedis;

/**
 * Runs tests in a JVM of their own, with a class path of their own and a Redis of their
 * own, as a mutation may leave both in any state.
 */
final class TestProcess {

	/** Some guards are missed by tests only that are left to the run of all tests. */
	private static final String ALL_TESTS = "-Dqueue.test.all=true";

	/** As many sequences of the model test find what a mutation breaks. */
	private static final String FEW_SEQUENCES = "-Dqueue.test.model.sequences=4800";

	private TestProcess() {
	}

	/**
	 * Runs tests until the first fails.
	 * @param classPath the class path
	 * @param tests the tests
	 * @param directory where to put the output
	 * @param timeout after which they are ended
	 * @return the tests that failed, empty if all have passed
	 * @throws IllegalStateException if a test does not exist, or the tests do not end
	 */
	static List<String> run(String classPath, List<TestName> tests, Path directory, Duration timeout) {
		Path report = directory.resolve("failed.txt");
		Path output = directory.resolve("output.txt");
		try (PrivateRedis redis = PrivateRedis.start()) {
			Files.createDirectories(directory);
			List<String> command = Stream
				.concat(Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", ALL_TESTS, FEW_SEQUENCES, "-cp", classPath,
						TestRun.class.getName(), report.toAbsolutePath().toString()),
						tests.stream().map(TestName::text))
				.toList();
			ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(output.toFile());
			builder.environment().put("QUEUE_TEST_REDIS", "redis://127.0.0.1:" + redis.port());
			Process process = builder.start();
			if (!process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS)) {
				// Servers of its own too, which it would stop at its end.
				process.descendants().forEach(ProcessHandle::destroyForcibly);
				process.destroyForcibly();
				throw new IllegalStateException("The tests do not end; see " + output);
			}
			if (process.exitValue() == TestRun.PASSED) {
				return List.of();
			}
			if (process.exitValue() == TestRun.FAILED) {
				return Files.readAllLines(report);
			}
			throw new IllegalStateException("The tests did not run; see " + output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
