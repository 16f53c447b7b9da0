package io.github.redisqueue.listener.thread;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * The tasks that wait for a handler thread, in the order of their queues, if these have
 * one, else in the order in which they came. Used under the lock of
 * {@link HandlerThreads}.
 */
public final class WaitingTasks {

	/** The tasks by the numbers of their queues, or all of them in the first. */
	private final List<Deque<HandlerTask>> ranks;

	private int size;

	/** Creates an instance for so many queues if their order counts, else for 1. */
	public WaitingTasks(int ranks) {
		this.ranks = IntStream.range(0, ranks)
			.mapToObj((rank) -> (Deque<HandlerTask>) new ArrayDeque<HandlerTask>())
			.toList();
	}

	void add(HandlerTask task) {
		rank(task.queue()).add(task);
		this.size++;
	}

	boolean isEmpty() {
		return this.size == 0;
	}

	int size() {
		return this.size;
	}

	/** Removes the task that is the next for a thread, or returns null if none waits. */
	@Nullable HandlerTask poll() {
		for (Deque<HandlerTask> tasks : this.ranks) {
			HandlerTask next = tasks.poll();
			if (next != null) {
				this.size--;
				return next;
			}
		}
		return null;
	}

	/**
	 * Removes the tasks of a queue that are overdue, wherever they stand. Looks at each
	 * task that waits, so it is only called after jobs of a group have begun to wait.
	 * @param now the time, in terms of {@link System#nanoTime()}
	 */
	Overdue removeOverdue(int queue, long now) {
		List<HandlerTask> removed = new ArrayList<>();
		Long next = null;
		Iterator<HandlerTask> tasks = rank(queue).iterator();
		while (tasks.hasNext()) {
			HandlerTask task = tasks.next();
			Long overdue = (task.queue() == queue) ? task.overdue() : null;
			if (overdue != null && overdue - now <= 0) {
				tasks.remove();
				removed.add(task);
			}
			else if (overdue != null && (next == null || overdue - next < 0)) {
				next = overdue;
			}
		}
		this.size -= removed.size();
		return new Overdue(removed, next);
	}

	private Deque<HandlerTask> rank(int queue) {
		return this.ranks.get(Math.min(queue, this.ranks.size() - 1));
	}

	/** Removes all tasks, and returns them in their order. */
	List<HandlerTask> clear() {
		List<HandlerTask> all = new ArrayList<>();
		for (HandlerTask next = poll(); next != null; next = poll()) {
			all.add(next);
		}
		return all;
	}

	/**
	 * The tasks that have waited for a handler thread for too long.
	 *
	 * @param tasks the tasks, which no thread will take
	 * @param next when the next of those that still wait is overdue, in terms of
	 * {@link System#nanoTime()}, or null if there is none
	 */
	record Overdue(List<HandlerTask> tasks, @Nullable Long next) {

	}

}
