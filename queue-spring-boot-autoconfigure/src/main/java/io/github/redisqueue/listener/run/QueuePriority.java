package io.github.redisqueue.listener.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import io.github.redisqueue.listener.thread.HandlerThreads;

/**
 * Decides which of the queues of a listener may lease jobs. A queue may if those before
 * it want none. The order is that of the declaration, or one that is drawn by weights
 * each time there is room. Only the first queue of a fixed order prefetches: a job that
 * waits for a thread of this instance could be handled by another one. Thread-safe.
 */
final class QueuePriority {

	private final HandlerThreads threads;

	private final List<? extends Sharing> queues;

	private final boolean weighted;

	private volatile List<? extends Sharing> order;

	private volatile boolean paused;

	QueuePriority(HandlerThreads threads, List<? extends Sharing> queues) {
		this.threads = threads;
		this.queues = queues;
		this.order = queues;
		this.weighted = queues.get(0).weight() > 0;
	}

	/**
	 * How many tasks there is room for.
	 * @param asking the queue that wants to lease
	 */
	int room(Sharing asking) {
		if (this.paused) {
			return 0;
		}
		if (!isShared()) {
			return this.threads.room();
		}
		List<? extends Sharing> present = this.order;
		int reserved = 0;
		boolean before = true;
		for (Sharing other : present) {
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
		this.order.forEach(Sharing::onRoom);
	}

	/** A queue has been asked. Perhaps it wants no more, so that others may. */
	void onAnswer() {
		if (isShared()) {
			onRoom();
		}
	}

	private List<Sharing> draw() {
		List<Sharing> left = new ArrayList<>(this.queues);
		List<Sharing> drawn = new ArrayList<>();
		while (!left.isEmpty()) {
			int ticket = ThreadLocalRandom.current().nextInt(left.stream().mapToInt(Sharing::weight).sum());
			int i = 0;
			while (ticket >= left.get(i).weight()) {
				ticket -= left.get(i).weight();
				i++;
			}
			drawn.add(left.remove(i));
		}
		return drawn;
	}

	/** A queue that shares the threads of its listener with others. */
	interface Sharing {

		/** The share of the jobs that come from this queue; 0 if the order counts. */
		int weight();

		/**
		 * Whether the queue may have jobs, and there is no other reason not to ask it.
		 */
		boolean wantsRoom();

		/** How many tasks the calls under way may bring. */
		int reserved();

		/** How many tasks the jobs will be that wait for a batch. */
		int collected();

		/** There may be room for more jobs. */
		void onRoom();

	}

}
