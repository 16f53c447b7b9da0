package io.github.redisqueue.samples.benchmark.contender;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

import io.github.redisqueue.samples.benchmark.measure.Address;
import io.lettuce.core.RedisURI;

/**
 * Starts a JVM for each measurement of a contender, so that it is fresh, and so that none
 * profits from the warm-up of another.
 *
 * @param redis the address of the server
 * @param directory the directory for its logs
 */
public record ContenderLaunch(RedisURI redis, Path directory) {

	/**
	 * Measures a contender in a new JVM.
	 * @param kind the contender
	 * @param plan what to measure
	 * @param options options of the JVM
	 * @return the measurements
	 * @throws InterruptedException if the thread is interrupted
	 * @throws IllegalStateException if the contender fails, with the end of its log
	 */
	public ContenderReport measure(ContenderKind kind, ContenderPlan plan, List<String> options)
			throws InterruptedException {
		try {
			Files.createDirectories(this.directory);
			// Only its owner may read a temporary file, and the address may contain a
			// password.
			Path input = Files.createTempFile("contender", ".properties");
			Path output = Files.createTempFile("contender", ".properties");
			try {
				Properties properties = plan.toProperties();
				properties.setProperty("contender", kind.name());
				properties.setProperty("redis", Address.of(this.redis));
				try (Writer writer = Files.newBufferedWriter(input)) {
					properties.store(writer, null);
				}
				run(kind, options, input, output);
				return ContenderReport.read(output);
			}
			finally {
				Files.deleteIfExists(input);
				Files.deleteIfExists(output);
			}
		}
		catch (IOException ex) {
			throw new IllegalStateException("Cannot run " + kind.name() + ": " + ex.getMessage(), ex);
		}
	}

	private void run(ContenderKind kind, List<String> options, Path input, Path output)
			throws IOException, InterruptedException {
		ProcessLog log = ProcessLog.in(this.directory, kind.name());
		List<String> command = JvmCommand.of(ContenderProcess.class, options);
		command.add(input.toString());
		command.add(output.toString());
		Process process = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(log.file().toFile())
			.start();
		try {
			int code = process.waitFor();
			if (code != 0) {
				throw new IllegalStateException(kind.name() + " failed with the exit code " + code + ":\n" + log.end());
			}
		}
		finally {
			process.destroyForcibly();
		}
	}

}
