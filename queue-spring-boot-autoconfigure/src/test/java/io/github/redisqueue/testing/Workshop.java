package io.github.redisqueue.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.QueueListener;

/**
 * Handles the jobs of a queue of each type, with and without shards. The payload of a job
 * says what is to happen.
 */
class Workshop {

	final List<String> handled = new CopyOnWriteArrayList<>();

	final List<String> interrupted = new CopyOnWriteArrayList<>();

	volatile CountDownLatch begun = new CountDownLatch(1);

	volatile CountDownLatch mayEnd = new CountDownLatch(1);

	@QueueListener(id = "lease", queue = "lease")
	@QueueListener(id = "lease-3", queue = "lease-3")
	@QueueListener(id = "stream", queue = "stream")
	@QueueListener(id = "stream-3", queue = "stream-3")
	@QueueListener(id = "list", queue = "list")
	@QueueListener(id = "list-3", queue = "list-3")
	@QueueListener(id = "delayed", queue = "delayed")
	@QueueListener(id = "delayed-3", queue = "delayed-3")
	void handle(String job, Lease lease) {
		if (job.equals("fail") || (job.equals("fail once") && lease.attempt() == 1)) {
			throw new IllegalStateException("as the job says");
		}
		if (job.equals("fail for good")) {
			throw new UnsupportedOperationException("as the job says");
		}
		if (job.equals("block")) {
			this.begun.countDown();
			try {
				this.mayEnd.await();
			}
			catch (InterruptedException ex) {
				this.interrupted.add(lease.id());
				return;
			}
		}
		this.handled.add(lease.id() + ", attempt " + lease.attempt());
	}

	void reset() {
		this.handled.clear();
		this.interrupted.clear();
		this.begun = new CountDownLatch(1);
		this.mayEnd = new CountDownLatch(1);
	}

}
