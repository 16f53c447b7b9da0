package io.github.redisqueue.listener;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import io.github.redisqueue.Lease;

/**
 * The work of a handler that takes until the test ends it.
 */
final class LongWork implements JobHandler {

	/** The ids of the jobs whose handler has begun. */
	final Queue<String> begun = new ConcurrentLinkedQueue<>();

	/** The ids of the jobs whose handler has ended normally. */
	final Queue<String> ended = new ConcurrentLinkedQueue<>();

	/** The ids of the jobs whose handler was interrupted. */
	final Queue<String> interrupted = new ConcurrentLinkedQueue<>();

	private final CountDownLatch end = new CountDownLatch(1);

	void end() {
		this.end.countDown();
	}

	@Override
	public void handle(Lease lease) throws InterruptedException {
		this.begun.add(lease.id());
		try {
			this.end.await();
		}
		catch (InterruptedException ex) {
			this.interrupted.add(lease.id());
			throw ex;
		}
		this.ended.add(lease.id());
	}

	/** Goes on when it is interrupted. */
	void handleStubbornly(Lease lease) {
		this.begun.add(lease.id());
		while (this.end.getCount() > 0) {
			try {
				this.end.await();
			}
			catch (InterruptedException ex) {
				this.interrupted.add(lease.id());
			}
		}
		this.ended.add(lease.id());
	}

	/** Takes no time until one job has begun, and from that one on as long as usual. */
	JobHandler longFrom(String id) {
		return (lease) -> {
			if (lease.id().equals(id) || this.begun.contains(id)) {
				handle(lease);
			}
			else {
				this.begun.add(lease.id());
			}
		};
	}

}
