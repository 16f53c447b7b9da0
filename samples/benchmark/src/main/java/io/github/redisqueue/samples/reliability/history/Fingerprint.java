package io.github.redisqueue.samples.reliability.history;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

import io.github.redisqueue.Job;
import io.github.redisqueue.Schedule;

/**
 * Short texts by which contents are compared, so that histories stay small.
 */
public final class Fingerprint {

	private Fingerprint() {
	}

	static String of(byte[] payload) {
		CRC32C checksum = new CRC32C();
		checksum.update(payload);
		return payload.length + "-" + Long.toHexString(checksum.getValue());
	}

	/**
	 * The facts of a history about the contents of a job, to which others can be added.
	 */
	public static Map<String, Object> facts(Job job) {
		return new LinkedHashMap<>(Map.of("payload", of(job.payload()), "headers", ofHeaders(job)));
	}

	/**
	 * The fingerprint of the headers of a job, without the times at which it was added
	 * and is ready, which the template may have noted, and without those that say which
	 * firing of a schedule it is.
	 */
	static String ofHeaders(Job job) {
		Map<String, String> headers = new TreeMap<>(job.headers());
		headers.remove(Job.ENQUEUED);
		headers.remove(Job.READY_AT);
		headers.remove(Schedule.ID_HEADER);
		headers.remove(Schedule.FIRING_HEADER);
		return of(headers.toString().getBytes(StandardCharsets.UTF_8));
	}

}
