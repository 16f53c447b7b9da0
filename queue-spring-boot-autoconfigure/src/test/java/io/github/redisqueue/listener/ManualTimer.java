package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.background.Timer;

/**
 * A timer whose tasks run when a test says so.
 */
public final class ManualTimer implements Timer {

	private final List<Task> tasks = new ArrayList<>();

	@Override
	public Runnable schedule(Runnable work, Duration delay) {
		Task task = new Task(work, delay);
		this.tasks.add(task);
		return () -> this.tasks.removeIf((present) -> present == task);
	}

	public List<Duration> delays() {
		return this.tasks.stream().map(Task::delay).toList();
	}

	/** Runs the task that was scheduled first. */
	public void runNext() {
		this.tasks.remove(0).work().run();
	}

	/** Runs the task that was scheduled last. */
	public void runLast() {
		this.tasks.remove(this.tasks.size() - 1).work().run();
	}

	/** Runs the task that was scheduled with this delay. */
	public void run(Duration delay) {
		Task task = this.tasks.stream().filter((one) -> one.delay().equals(delay)).findFirst().orElseThrow();
		this.tasks.remove(task);
		task.work().run();
	}

	private record Task(Runnable work, Duration delay) {

	}

}
