package io.github.redisqueue.samples.reliability.worker;

import java.util.Map;

import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.QueueListener;
import org.springframework.context.annotation.Profile;

/**
 * The listeners of a worker, one for each queue.
 */
@Profile("!" + WorkerApplication.CLEANER)
record Listeners(RecordedHandler handler) {

	@QueueListener("lease")
	@QueueListener("list")
	@QueueListener("stream")
	@QueueListener("delayed")
	@QueueListener("lease-sharded")
	@QueueListener("list-sharded")
	@QueueListener("stream-sharded")
	@QueueListener("delayed-sharded")
	void handle(Lease lease) throws InterruptedException {
		this.handler.handle(lease);
	}

	/** A payload that is no such JSON never gets here. */
	@QueueListener(CampaignQueues.JSON)
	void json(Map<String, String> payload, Lease lease) throws InterruptedException {
		this.handler.handle(lease);
	}

}
