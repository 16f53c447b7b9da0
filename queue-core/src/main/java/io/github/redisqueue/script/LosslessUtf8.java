package io.github.redisqueue.script;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * UTF-8 that keeps bytes which are no UTF-8, so that the id of a job that a foreign
 * client added is the same bytes when the job is settled. Such a byte becomes one
 * unpaired surrogate, U+DC80 to U+DCFF, and vice versa (the scheme of Python's PEP 383).
 * Other unpaired surrogates cannot be encoded.
 */
public final class LosslessUtf8 {

	private static final char REPLACEMENT = '\uFFFD';

	/** Added to an invalid byte, which is 0x80 to 0xFF. */
	private static final int ESCAPE = 0xDC00;

	private LosslessUtf8() {
	}

	public static byte[] encode(String text) {
		if (isWellFormed(text)) {
			return text.getBytes(StandardCharsets.UTF_8);
		}
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() + 8);
		int from = 0;
		for (int i = 0; i < text.length(); i++) {
			if (isUnpaired(text, i) && isEscape(text.charAt(i))) {
				bytes.writeBytes(text.substring(from, i).getBytes(StandardCharsets.UTF_8));
				bytes.write(text.charAt(i) - ESCAPE);
				from = i + 1;
			}
		}
		bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
		return bytes.toByteArray();
	}

	static String decode(byte[] bytes) {
		String text = new String(bytes, StandardCharsets.UTF_8);
		return (text.indexOf(REPLACEMENT) < 0) ? text : decodeEscaping(bytes);
	}

	private static String decodeEscaping(byte[] bytes) {
		CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder()
			.onMalformedInput(CodingErrorAction.REPORT)
			.onUnmappableCharacter(CodingErrorAction.REPORT);
		ByteBuffer in = ByteBuffer.wrap(bytes);
		CharBuffer out = CharBuffer.allocate(bytes.length);
		CoderResult result = decoder.decode(in, out, true);
		while (result.isError()) {
			for (int i = 0; i < result.length(); i++) {
				out.put((char) (ESCAPE + (in.get() & 0xFF)));
			}
			decoder.reset();
			result = decoder.decode(in, out, true);
		}
		return out.flip().toString();
	}

	/**
	 * Whether text consists of characters only: it has no surrogate without its
	 * counterpart.
	 * @return whether its UTF-8 bytes stand for this text and no other
	 */
	public static boolean isWellFormed(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (isUnpaired(text, i)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether text is the same when it has been encoded and decoded.
	 * @return whether it has no unpaired surrogates but those of bytes that are no UTF-8
	 */
	public static boolean canEncode(String text) {
		return isWellFormed(text) || decode(encode(text)).equals(text);
	}

	private static boolean isUnpaired(String text, int i) {
		char c = text.charAt(i);
		if (!Character.isSurrogate(c)) {
			return false;
		}
		return Character.isHighSurrogate(c) ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
				: i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
	}

	private static boolean isEscape(char c) {
		return c >= ESCAPE + 0x80 && c <= ESCAPE + 0xFF;
	}

}
