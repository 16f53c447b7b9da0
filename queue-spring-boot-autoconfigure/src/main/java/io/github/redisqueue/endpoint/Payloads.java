package io.github.redisqueue.endpoint;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

import io.github.redisqueue.Job;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SanitizableData;

/**
 * Payloads and headers in requests and responses. A payload is text if its bytes are
 * UTF-8, and Base64 if they are not.
 */
final class Payloads {

	private Payloads() {
	}

	/** Adds the payload and the headers of a job, hidden unless they are shown. */
	static Entries add(Entries entries, Job job, boolean show) {
		Map<String, String> headers = new TreeMap<>(job.headers());
		if (show) {
			addShown(entries, job.payload());
		}
		else {
			entries.with("payload", SanitizableData.SANITIZED_VALUE);
			headers.replaceAll((name, value) -> SanitizableData.SANITIZED_VALUE);
		}
		return entries.with("headers", headers);
	}

	private static void addShown(Entries entries, byte[] payload) {
		try {
			entries.with("payload", StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString());
		}
		catch (CharacterCodingException ex) {
			entries.with("payloadBase64", Base64.getEncoder().encodeToString(payload));
		}
	}

	/**
	 * Reads a payload that a request gives.
	 * @param text the payload as text
	 * @param base64 the payload as Base64
	 * @return the payload, or null if the request gives none
	 * @throws RefusedRequestException if both are given, or what is given is not Base64
	 */
	static byte @Nullable [] read(@Nullable String text, @Nullable String base64) {
		if (text != null && base64 != null) {
			throw RefusedRequestException.invalid("Either 'payload' or 'payloadBase64' may be given, not both");
		}
		if (text != null) {
			return text.getBytes(StandardCharsets.UTF_8);
		}
		try {
			return (base64 != null) ? Base64.getDecoder().decode(base64.strip()) : null;
		}
		catch (IllegalArgumentException ex) {
			throw RefusedRequestException.invalid("The value of 'payloadBase64' is no Base64");
		}
	}

}
