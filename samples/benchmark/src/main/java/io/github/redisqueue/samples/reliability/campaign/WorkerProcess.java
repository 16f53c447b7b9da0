package io.github.redisqueue.samples.reliability.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.process.Child;
import io.github.redisqueue.samples.process.Program;
import io.github.redisqueue.samples.reliability.worker.WorkerApplication;

/**
 * The JVM of a worker. Thread-safe.
 */
final class WorkerProcess {

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	/** More answers than anybody waits for. */
	private static final int MANY = 1_000_000;

	private final String name;

	private final Build build;

	private final Child child;

	private final Semaphore answers = new Semaphore(0);

	private volatile boolean ready;

	/** Starts a JVM, and does not wait until it is ready. */
	WorkerProcess(String name, Build build, Path history, Path log, Map<String, String> properties,
			Runnable whenReady) {
		this.name = name;
		this.build = build;
		Map<String, String> all = new LinkedHashMap<>(properties);
		all.put(WorkerApplication.PROCESS, name);
		all.put(WorkerApplication.HISTORY, history.toString());
		all.put("logging.file.name", log.toString());
		all.put("logging.threshold.console", "off");
		List<String> command = build.command();
		command.addAll(List.of(Program.arguments(all)));
		this.child = new Child(command, log);
		Thread reader = new Thread(() -> readAnswers(whenReady), name + "-answers");
		reader.setDaemon(true);
		reader.start();
	}

	private void readAnswers(Runnable whenReady) {
		for (String line = this.child.answer(); line != null; line = this.child.answer()) {
			if (line.equals(WorkerApplication.READY)) {
				if (!this.ready) {
					whenReady.run();
				}
				this.ready = true;
				this.answers.release();
			}
		}
		// Nobody has to wait for a process that has ended.
		this.answers.release(MANY);
	}

	String name() {
		return this.name;
	}

	Build build() {
		return this.build;
	}

	boolean isReady() {
		return this.ready && isAlive();
	}

	void onExit(Runnable action) {
		this.child.onExit(action);
	}

	boolean isAlive() {
		return this.child.isAlive();
	}

	private void awaitAnswer() throws InterruptedException {
		if (!this.answers.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
			throw new IllegalStateException(this.name + " does not answer; its log is beside the histories");
		}
	}

	/** Waits until it is ready, or has ended. */
	void awaitReady() throws InterruptedException {
		if (!this.ready) {
			awaitAnswer();
		}
	}

	void continueIn(Path history) throws InterruptedException {
		// Nobody may have waited for the line that said that it had started.
		this.answers.drainPermits();
		if (this.child.tell(history.toString())) {
			awaitAnswer();
		}
	}

	void kill() {
		this.child.close();
	}

	void terminate() throws InterruptedException {
		if (!this.child.terminate(PATIENCE)) {
			throw new IllegalStateException(this.name + " does not end after SIGTERM");
		}
	}

	void freeze() throws InterruptedException {
		this.child.signal("STOP");
	}

	void thaw() throws InterruptedException {
		this.child.signal("CONT");
	}

	/**
	 * What the JVM of a worker runs: a version of the program, and a version of the
	 * schedules that it declares in queues, 0 if none.
	 */
	record Build(Program program, int schedules, List<String> queues) {

		Build(Program program) {
			this(program, 0, List.of());
		}

		/** The same program, which declares schedules of a version, from 1 on. */
		Build declaring(int version, List<String> others) {
			return new Build(this.program, version, others);
		}

		/**
		 * The command that starts it. A payload of 64 MiB is there twice while it is
		 * read.
		 */
		private List<String> command() {
			List<String> options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
			if (this.schedules > 0) {
				options.add("-D" + WorkerApplication.SCHEDULES + "=" + this.schedules);
				options.add("-D" + WorkerApplication.SCHEDULED_QUEUES + "=" + String.join(",", this.queues));
			}
			return this.program.command(WorkerApplication.class, options);
		}

	}

}
