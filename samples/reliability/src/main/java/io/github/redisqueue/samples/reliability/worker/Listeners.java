package io.github.redisqueue.samples.reliability.worker;

import java.util.Map;

import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.QueueListener;

import org.springframework.context.annotation.Profile;

/**
 * The listeners of a worker, one for each queue.
 */
@Profile("!" + WorkerApplication.CLEANER)
class Listeners {

	private final RecordedHandler handler;

	Listeners(RecordedHandler handler) {
		this.handler = handler;
	}

	@QueueListener("lease")
	void lease(Lease lease) throws InterruptedException {
		this.handler.handle(lease);
	}

	@QueueListener("list")
	void list(Lease lease) throws InterruptedException {
		this.handler.handle(lease);
	}

	@QueueListener("stream")
	void stream(Lease lease) throws InterruptedException {
		this.handler.handle(lease);
	}

	@QueueListener("delayed")
	void delayed(Lease lease) throws InterruptedException {
		this.handler.handle(lease);
	}

	@QueueListener("lease-sharded")
	void leaseSharded(Lease lease) throws InterruptedException {
		this.handler.handle(lease);
	}

	@QueueListener("list-sharded")
	void listSharded(Lease lease) throws InterruptedException {
		this.handler.handle(lease);
	}

	@QueueListener("stream-sharded")
	void streamSharded(Lease lease) throws InterruptedException {
		this.handler.handle(lease);
	}

	@QueueListener("delayed-sharded")
	void delayedSharded(Lease lease) throws InterruptedException {
		this.handler.handle(lease);
	}

	/** A payload that is no such JSON never gets here. */
	@QueueListener(CampaignQueues.JSON)
	void json(Map<String, String> payload, Lease lease) throws InterruptedException {
		this.handler.handle(lease);
	}

}
