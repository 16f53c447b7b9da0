package io.github.redisqueue.samples.benchmark.instance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.benchmark.contender.ProcessLog;
import org.jspecify.annotations.Nullable;

/**
 * The process of an instance. Not thread-safe.
 */
final class Instance implements AutoCloseable {

	private final Process process;

	private final ProcessLog log;

	private final Writer commands;

	private final BufferedReader answers;

	Instance(List<String> command, ProcessLog log) throws IOException {
		this.process = new ProcessBuilder(command).redirectError(log.file().toFile()).start();
		this.log = log;
		this.commands = this.process.outputWriter();
		this.answers = this.process.inputReader();
	}

	void tell(String command) {
		try {
			this.commands.write(command + "\n");
			this.commands.flush();
		}
		catch (IOException ex) {
			throw failed(null);
		}
	}

	/**
	 * Waits for the answer to the command that has waited longest.
	 * @throws IllegalStateException if the command or the process has failed
	 */
	String answer() {
		try {
			String line = this.answers.readLine();
			if (line == null || !line.startsWith("ok")) {
				throw failed(line);
			}
			return line.substring("ok".length()).strip();
		}
		catch (IOException ex) {
			throw failed(null);
		}
	}

	private IllegalStateException failed(@Nullable String answer) {
		try {
			return new IllegalStateException(
					"An instance failed" + ((answer != null) ? " (" + answer + ")" : "") + ":\n" + this.log.end());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Ends the process, which has nothing to keep. */
	@Override
	public void close() {
		this.process.destroyForcibly();
		try {
			this.process.waitFor(10, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
