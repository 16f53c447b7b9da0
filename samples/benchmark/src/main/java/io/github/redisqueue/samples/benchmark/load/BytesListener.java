package io.github.redisqueue.samples.benchmark.load;

import java.nio.ByteBuffer;

import io.github.redisqueue.annotation.QueueListener;

/**
 * Handles jobs with a {@code byte[]} as payload.
 */
final class BytesListener {

	private final Handling handling;

	BytesListener(Handling handling) {
		this.handling = handling;
	}

	@QueueListener(value = LoadApplication.QUEUE, id = LoadApplication.QUEUE, autoStartup = "false")
	void handle(byte[] payload) throws InterruptedException {
		ByteBuffer bytes = ByteBuffer.wrap(payload);
		this.handling.handle(bytes.getInt(), bytes.getLong());
	}

}
