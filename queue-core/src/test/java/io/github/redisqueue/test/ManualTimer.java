package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A timer whose time passes when a test says so. It has no thread: tasks run on the
 * thread of the test. Not thread-safe.
 */
public final class ManualTimer extends ScheduledThreadPoolExecutor {

	private final List<Task> tasks = new ArrayList<>();

	private Duration now = Duration.ZERO;

	/** Creates a timer. */
	public ManualTimer() {
		super(0);
	}

	@Override
	public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
		Task task = new Task(work, this.now.plus(delay, unit.toChronoUnit()));
		this.tasks.add(task);
		return task;
	}

	/**
	 * Lets time pass, and runs the tasks whose time has come, the earliest first.
	 * @param time how much time
	 */
	public void advance(Duration time) {
		Duration end = this.now.plus(time);
		for (Optional<Task> next = next(end); next.isPresent(); next = next(end)) {
			Task task = next.get();
			this.tasks.remove(task);
			this.now = task.due;
			task.run();
		}
		this.now = end;
	}

	private Optional<Task> next(Duration end) {
		this.tasks.removeIf(Task::isDone);
		return this.tasks.stream()
			.filter((task) -> task.due.compareTo(end) <= 0)
			.min(Comparator.comparing((task) -> task.due));
	}

	private final class Task extends FutureTask<Void> implements ScheduledFuture<Void> {

		private final Duration due;

		Task(Runnable work, Duration due) {
			super(work, null);
			this.due = due;
		}

		@Override
		public long getDelay(TimeUnit unit) {
			return unit.convert(this.due.minus(ManualTimer.this.now));
		}

		@Override
		public int compareTo(Delayed other) {
			return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
		}

	}

}
