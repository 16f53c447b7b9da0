package io.github.redisqueue.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Encodes a list of values as one value: each value as its length in bytes, a colon and
 * its bytes, an absent value as a minus sign, as {@code fields.lua} does. The JSON parser
 * of Redis would change large integers and empty lists, and payloads are arbitrary bytes.
 */
public final class Fields {

	private Fields() {
	}

	/** Encodes text values, null for an absent one. */
	public static byte[] encode(List<@Nullable String> values) {
		StringBuilder text = new StringBuilder();
		for (String value : values) {
			if (value == null) {
				text.append('-');
			}
			else {
				text.append(LosslessUtf8.encode(value).length).append(':').append(value);
			}
		}
		return LosslessUtf8.encode(text.toString());
	}

	/** Encodes the names and values of headers; empty if there are none. */
	public static byte[] encode(Map<String, String> headers) {
		List<@Nullable String> flat = new ArrayList<>(headers.size() * 2);
		headers.forEach((name, value) -> {
			flat.add(name);
			flat.add(value);
		});
		return encode(flat);
	}

	/**
	 * Decodes values, null for an absent one.
	 * @throws IllegalArgumentException if the value is not a valid encoding
	 */
	public static List<byte @Nullable []> decode(byte[] encoded) {
		List<byte @Nullable []> values = new ArrayList<>();
		int at = 0;
		while (at < encoded.length) {
			if (encoded[at] == '-') {
				values.add(null);
				at++;
				continue;
			}
			int digits = at;
			int length = 0;
			while (at < encoded.length && encoded[at] >= '0' && encoded[at] <= '9' && length <= encoded.length) {
				length = length * 10 + encoded[at++] - '0';
			}
			if (at == digits || at >= encoded.length || encoded[at] != ':' || length > encoded.length - at - 1) {
				throw new IllegalArgumentException(
						"Invalid encoding of a list of values at byte " + at + " of " + encoded.length);
			}
			values.add(Arrays.copyOfRange(encoded, at + 1, at + 1 + length));
			at += 1 + length;
		}
		return values;
	}

	/** Decodes the names and values of headers, if there are any. */
	public static Map<String, String> decodeHeaders(byte @Nullable [] encoded) {
		if (encoded == null || encoded.length == 0) {
			return Map.of();
		}
		List<byte @Nullable []> flat = decode(encoded);
		Map<String, String> headers = new LinkedHashMap<>();
		for (int i = 0; i + 1 < flat.size(); i += 2) {
			String name = text(flat.get(i));
			String value = text(flat.get(i + 1));
			if (name != null && value != null) {
				headers.put(name, value);
			}
		}
		return headers;
	}

	/** The text of a value, or null if it is absent. */
	public static @Nullable String text(byte @Nullable [] value) {
		return (value != null) ? LosslessUtf8.decode(value) : null;
	}

}
