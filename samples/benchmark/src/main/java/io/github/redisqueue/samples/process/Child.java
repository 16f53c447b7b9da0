package io.github.redisqueue.samples.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A process that is told lines on its input and answers with lines on its output. It ends
 * with its input, and so with this process. Thread-safe.
 */
public final class Child implements AutoCloseable {

	private final Process process;

	private final BufferedReader answers;

	public Child(List<String> command, Path log) {
		try {
			this.process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot start " + command.get(0) + ": " + ex.getMessage(), ex);
		}
		this.answers = this.process.inputReader(StandardCharsets.UTF_8);
	}

	/** Tells it a line, unless it has ended. */
	public boolean tell(String line) {
		try {
			this.process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
			this.process.getOutputStream().flush();
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** Waits for its next line, null if it has ended. */
	public @Nullable String answer() {
		try {
			return this.answers.readLine();
		}
		catch (IOException ex) {
			return null;
		}
	}

	public boolean isAlive() {
		return this.process.isAlive();
	}

	public void onExit(Runnable action) {
		this.process.onExit().thenRun(action);
	}

	/** Asks it to end with SIGTERM, and waits for that. Returns whether it has ended. */
	public boolean terminate(Duration patience) throws InterruptedException {
		this.process.destroy();
		return this.process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
	}

	public void signal(String name) throws InterruptedException {
		try {
			new ProcessBuilder("kill", "-" + name, Long.toString(this.process.pid())).start().waitFor();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.process.destroyForcibly().onExit().join();
	}

}
