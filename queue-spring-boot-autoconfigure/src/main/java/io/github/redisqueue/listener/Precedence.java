package io.github.redisqueue.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Decides which of the queues of a listener may lease jobs. A queue may if those before
 * it want none. The order is that of the declaration, or one that is drawn by weights
 * each time there is room. Only the first queue of a fixed order prefetches: a job that
 * waits for a thread of this instance could be handled by another one. Thread-safe.
 */
final class Precedence {

	private final HandlerThreads threads;

	private final List<QueueRun> queues;

	private final boolean weighted;

	private volatile List<QueueRun> order;

	private volatile boolean paused;

	Precedence(HandlerThreads threads, List<QueueRun> queues) {
		this.threads = threads;
		this.queues = queues;
		this.order = queues;
		this.weighted = isWeighted(queues.stream().map(QueueRun::source).toList());
	}

	static boolean isWeighted(List<ListenerQueue> queues) {
		return queues.stream().anyMatch((queue) -> queue.weight() > 0);
	}

	/**
	 * How many tasks there is room for.
	 * @param asking the queue that wants to lease
	 */
	int room(QueueRun asking) {
		if (this.paused) {
			return 0;
		}
		if (!isShared()) {
			return this.threads.room();
		}
		List<QueueRun> present = this.order;
		int reserved = 0;
		boolean before = true;
		for (QueueRun other : present) {
			if (other == asking) {
				before = false;
				continue;
			}
			if (before && other.wantsRoom()) {
				return 0;
			}
			reserved += other.reserved() + ((before || this.weighted) ? other.collected() : 0);
		}
		boolean first = !this.weighted && asking == present.get(0);
		return (first ? this.threads.room() : this.threads.roomWithoutPrefetch()) - reserved;
	}

	/** Whether several queues share the threads. */
	boolean isShared() {
		return this.queues.size() > 1;
	}

	/** Lets no queue lease jobs, or all again. */
	void pause(boolean paused) {
		this.paused = paused;
		onRoom();
	}

	boolean isPaused() {
		return this.paused;
	}

	/**
	 * There may be room for more jobs. While a queue is being asked, the order stays:
	 * otherwise the room that it cannot take now would go to whoever is drawn next.
	 */
	void onRoom() {
		if (this.weighted && this.queues.stream().noneMatch((queue) -> queue.reserved() > 0)) {
			this.order = draw();
		}
		this.order.forEach(QueueRun::onRoom);
	}

	/** A queue has been asked. Perhaps it wants no more, so that others may. */
	void onAnswer() {
		if (isShared()) {
			onRoom();
		}
	}

	private List<QueueRun> draw() {
		List<QueueRun> left = new ArrayList<>(this.queues);
		List<QueueRun> drawn = new ArrayList<>();
		while (!left.isEmpty()) {
			int ticket = ThreadLocalRandom.current()
				.nextInt(left.stream().mapToInt((queue) -> queue.source().weight()).sum());
			int i = 0;
			while (ticket >= left.get(i).source().weight()) {
				ticket -= left.get(i).source().weight();
				i++;
			}
			drawn.add(left.remove(i));
		}
		return drawn;
	}

}
