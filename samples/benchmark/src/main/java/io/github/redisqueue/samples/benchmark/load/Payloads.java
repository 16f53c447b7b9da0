package io.github.redisqueue.samples.benchmark.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Creates payloads of one size. Their texts differ, as those of real payloads do. Scripts
 * in Redis can be much slower if strings differ in only a few characters. Thread-safe.
 */
public record Payloads(int size, String text) {

	private static final int DIFFERENT = 10_007;

	private static final int JSON_FRAME = "{'number':,'sent':,'text':''}".length();

	/** Creates payloads of a size in Redis, in bytes. */
	public Payloads(int size) {
		this(size,
				new Random(size).ints(size + DIFFERENT, 'a', 'z' + 1)
					.collect(StringBuilder::new, (text, letter) -> text.append((char) letter), StringBuilder::append)
					.toString());
	}

	/** Payloads for jobs that no handler reads. */
	List<byte[]> unread() {
		byte[] bytes = this.text.getBytes(StandardCharsets.US_ASCII);
		return IntStream.range(0, 1000).mapToObj((from) -> Arrays.copyOfRange(bytes, from, from + this.size)).toList();
	}

	public Load payload(int number, long sent) {
		int from = number % DIFFERENT;
		int taken = JSON_FRAME + Integer.toString(number).length() + Long.toString(sent).length();
		return new Load(number, sent, this.text.substring(from, from + this.size - taken));
	}

	/**
	 * The payload of a job: its number, the time at which it was sent in terms of
	 * {@link System#nanoTime()}, and a text that makes it as large as required.
	 */
	public record Load(int number, long sent, String text) {

	}

}
