package io.github.redisqueue.samples.reliability.campaign;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.worker.WorkerApplication;

/**
 * The JVM of a worker. Thread-safe.
 */
final class WorkerProcess {

	private static final long PATIENCE_SECONDS = 180;

	private static final long LOOK_MILLIS = 100;

	private final String name;

	private final WorkerBuild build;

	private final Process process;

	private final Semaphore answers = new Semaphore(0);

	private final Runnable whenReady;

	private volatile boolean ready;

	private WorkerProcess(String name, WorkerBuild build, Process process, Runnable whenReady) {
		this.name = name;
		this.build = build;
		this.whenReady = whenReady;
		this.process = process;
		Thread reader = new Thread(this::readAnswers, name + "-answers");
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Starts a JVM, and does not wait until it is ready.
	 * @param log the file of its log, to which lines are appended
	 */
	static WorkerProcess start(String name, WorkerBuild build, Path history, Path log, Map<String, String> properties,
			Runnable whenReady) {
		List<String> command = build.command();
		properties.forEach((property, value) -> command.add("--" + property + "=" + value));
		command.add("--" + WorkerApplication.PROCESS + "=" + name);
		command.add("--" + WorkerApplication.HISTORY + "=" + history);
		command.add("--logging.file.name=" + log);
		command.add("--logging.threshold.console=off");
		try {
			return new WorkerProcess(name, build,
					new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())).start(),
					whenReady);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void readAnswers() {
		try (BufferedReader lines = new BufferedReader(
				new InputStreamReader(this.process.getInputStream(), StandardCharsets.UTF_8))) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				if (line.equals(WorkerApplication.READY)) {
					if (!this.ready) {
						this.whenReady.run();
					}
					this.ready = true;
					this.answers.release();
				}
			}
		}
		catch (IOException ex) {
			// The process has ended.
		}
	}

	String name() {
		return this.name;
	}

	WorkerBuild build() {
		return this.build;
	}

	/** Whether it runs and has started its listeners. */
	boolean isReady() {
		return this.ready && this.process.isAlive();
	}

	/** Calls something when it has ended. */
	void onExit(Runnable action) {
		this.process.onExit().thenRun(action);
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/** Waits until it has answered, or has ended. */
	private void awaitAnswer() throws InterruptedException {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
		while (!this.answers.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS) && this.process.isAlive()) {
			if (System.nanoTime() > end) {
				throw new IllegalStateException(this.name + " does not answer; its log is beside the histories");
			}
		}
	}

	/** Waits until it is ready, or has ended. */
	void awaitReady() throws InterruptedException {
		if (!this.ready) {
			awaitAnswer();
		}
	}

	/** Lets its history go on in another file. */
	void continueIn(Path history) throws InterruptedException {
		// Nobody may have waited for the line that said that it had started.
		this.answers.drainPermits();
		try {
			this.process.getOutputStream().write((history + "\n").getBytes(StandardCharsets.UTF_8));
			this.process.getOutputStream().flush();
		}
		catch (IOException ex) {
			// It has ended, which others notice.
			return;
		}
		awaitAnswer();
	}

	/** Kills it with SIGKILL, and waits until it has ended. */
	void kill() throws InterruptedException {
		this.process.destroyForcibly().waitFor();
	}

	/** Asks it to end with SIGTERM, and waits until it has ended. */
	void terminate() throws InterruptedException {
		this.process.destroy();
		if (!this.process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
			throw new IllegalStateException(this.name + " does not end after SIGTERM");
		}
	}

	/** Stops it with SIGSTOP. */
	void freeze() throws InterruptedException {
		signal("STOP");
	}

	/** Lets it go on with SIGCONT. */
	void thaw() throws InterruptedException {
		signal("CONT");
	}

	private void signal(String signal) throws InterruptedException {
		try {
			new ProcessBuilder("kill", "-" + signal, Long.toString(this.process.pid())).start().waitFor();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
