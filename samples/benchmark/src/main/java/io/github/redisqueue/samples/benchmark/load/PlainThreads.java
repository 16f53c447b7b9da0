package io.github.redisqueue.samples.benchmark.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Threads that only sleep, as often as they can: what handlers that sleep as long can
 * reach on this machine.
 */
final class PlainThreads {

	private final List<Thread> threads = new ArrayList<>();

	private final LongAdder slept = new LongAdder();

	private volatile boolean running = true;

	PlainThreads(int number, Duration time) {
		for (int i = 0; i < number; i++) {
			Thread thread = new Thread(() -> sleep(time.toNanos()), "plain-" + i);
			thread.setDaemon(true);
			this.threads.add(thread);
		}
		this.threads.forEach(Thread::start);
	}

	private void sleep(long nanos) {
		try {
			while (this.running) {
				TimeUnit.NANOSECONDS.sleep(nanos);
				this.slept.increment();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** How often they have slept. */
	long slept() {
		return this.slept.sum();
	}

	void stop() throws InterruptedException {
		this.running = false;
		for (Thread thread : this.threads) {
			thread.join();
		}
	}

}
