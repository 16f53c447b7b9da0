package io.github.redisqueue.samples.benchmark.load;

import java.nio.ByteBuffer;

import io.github.redisqueue.samples.benchmark.options.PayloadKind;

/**
 * Makes payloads of one size. Thread-safe.
 */
final class Payloads {

	private static final int JSON_FRAME = "{'number':,'sent':,'text':''}".length();

	private final PayloadKind kind;

	private final int size;

	private final String filling;

	Payloads(PayloadKind kind, int size) {
		this.kind = kind;
		this.size = size;
		this.filling = "abcdefghij".repeat(size / 10 + 1);
	}

	Object payload(int number, long sent) {
		if (this.kind == PayloadKind.BYTES) {
			byte[] bytes = new byte[this.size];
			ByteBuffer.wrap(bytes).putInt(number).putLong(sent);
			return bytes;
		}
		int taken = JSON_FRAME + Integer.toString(number).length() + Long.toString(sent).length();
		return new Load(number, sent, this.filling.substring(0, this.size - taken));
	}

}
