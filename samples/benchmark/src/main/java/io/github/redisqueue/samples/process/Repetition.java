package io.github.redisqueue.samples.process;

import java.util.Collection;

/**
 * A thread that does the same again and again, until it is stopped.
 */
public final class Repetition {

	private final Thread thread;

	private volatile boolean stopped;

	public Repetition(String name, Step step) {
		this.thread = new Thread(() -> repeat(step), name);
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void repeat(Step step) {
		try {
			while (!this.stopped) {
				step.run();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	public static void stop(Collection<Repetition> all) throws InterruptedException {
		all.forEach((one) -> one.stopped = true);
		for (Repetition one : all) {
			one.thread.join();
		}
	}

	/** What is done. */
	@FunctionalInterface
	public interface Step {

		void run() throws InterruptedException;

	}

}
