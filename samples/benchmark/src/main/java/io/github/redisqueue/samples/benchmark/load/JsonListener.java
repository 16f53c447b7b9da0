package io.github.redisqueue.samples.benchmark.load;

import io.github.redisqueue.annotation.QueueListener;

/**
 * Handles jobs with a JSON payload.
 */
final class JsonListener {

	private final Handling handling;

	JsonListener(Handling handling) {
		this.handling = handling;
	}

	@QueueListener(value = LoadApplication.QUEUE, id = LoadApplication.QUEUE, autoStartup = "false")
	void handle(Load load) throws InterruptedException {
		this.handling.handle(load.number(), load.sent());
	}

}
