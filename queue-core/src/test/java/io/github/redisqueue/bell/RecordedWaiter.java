package io.github.redisqueue.bell;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Records what it hears.
 */
final class RecordedWaiter implements Waiter {

	private final BlockingQueue<Integer> wakeUps = new LinkedBlockingQueue<>();

	private final AtomicInteger gaps = new AtomicInteger();

	private final AtomicInteger refused = new AtomicInteger();

	private final Bell bell;

	private volatile boolean room = true;

	private volatile @Nullable Thread thread;

	RecordedWaiter(Bell bell) {
		this.bell = bell;
		bell.add(this);
	}

	/** Waits for the bell of a queue from now on. */
	static RecordedWaiter listen(Bells bells, String queue) {
		RecordedWaiter waiter = new RecordedWaiter(bells.bell(queue));
		waiter.listen();
		return waiter;
	}

	void listen() {
		this.room = true;
		this.bell.listen();
	}

	void fill() {
		this.room = false;
	}

	@Override
	public boolean onWakeUp(int shard) {
		this.thread = Thread.currentThread();
		if (this.room) {
			this.wakeUps.add(shard);
		}
		else {
			this.refused.incrementAndGet();
		}
		return this.room;
	}

	@Override
	public void onGap() {
		this.gaps.incrementAndGet();
	}

	/** The next wake-up, or null if none comes. */
	@Nullable Integer wakeUp() throws InterruptedException {
		return this.wakeUps.poll(20, TimeUnit.SECONDS);
	}

	boolean isQuiet() {
		return this.wakeUps.isEmpty();
	}

	/** The thread on which it heard the last wake-up. */
	@Nullable Thread thread() {
		return this.thread;
	}

	int refused() {
		return this.refused.get();
	}

	int gaps() {
		return this.gaps.get();
	}

}
