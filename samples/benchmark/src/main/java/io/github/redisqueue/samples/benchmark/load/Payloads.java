package io.github.redisqueue.samples.benchmark.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.options.PayloadKind;

/**
 * Creates payloads of one size. Their texts differ, as those of real payloads do. Scripts
 * in Redis can be much slower if strings differ in only a few characters. Thread-safe.
 */
public final class Payloads {

	private static final int DIFFERENT = 10_007;

	private static final int JSON_FRAME = "{'number':,'sent':,'text':''}".length();

	private final PayloadKind kind;

	private final int size;

	private final String text;

	/**
	 * Creates payloads.
	 * @param kind their kind
	 * @param size their size in Redis, in bytes
	 */
	public Payloads(PayloadKind kind, int size) {
		this.kind = kind;
		this.size = size;
		this.text = text(size);
	}

	/** A random text, whose parts of the given size differ. */
	private static String text(int size) {
		return new Random(size).ints(size + DIFFERENT, 'a', 'z' + 1)
			.collect(StringBuilder::new, (text, letter) -> text.append((char) letter), StringBuilder::append)
			.toString();
	}

	/**
	 * Creates payloads for jobs that no handler reads.
	 * @param size the size of a payload in bytes
	 * @return 1000 different payloads
	 */
	public static List<byte[]> bytes(int size) {
		byte[] text = text(size).getBytes(StandardCharsets.US_ASCII);
		return IntStream.range(0, 1000).mapToObj((from) -> Arrays.copyOfRange(text, from, from + size)).toList();
	}

	/**
	 * A payload.
	 * @param number the number of the job
	 * @param sent the time at which it is sent
	 * @return a {@link Load} or a {@code byte[]}
	 */
	public Object payload(int number, long sent) {
		int from = number % DIFFERENT;
		if (this.kind == PayloadKind.BYTES) {
			byte[] bytes = this.text.substring(from, from + this.size).getBytes(StandardCharsets.US_ASCII);
			ByteBuffer.wrap(bytes).putInt(number).putLong(sent);
			return bytes;
		}
		int taken = JSON_FRAME + Integer.toString(number).length() + Long.toString(sent).length();
		return new Load(number, sent, this.text.substring(from, from + this.size - taken));
	}

}
