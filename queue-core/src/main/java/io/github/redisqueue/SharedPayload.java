package io.github.redisqueue;

import java.util.Map;

/**
 * The payloads of jobs without the copies that {@link Job} makes, for those who leave the
 * bytes as they are. Internal: applications use the methods of {@link Job}.
 */
public final class SharedPayload {

	private SharedPayload() {
	}

	/**
	 * {@return a job that has these very bytes}
	 * @param id the id
	 * @param payload the payload, which nobody changes from now on
	 */
	public static Job job(String id, byte[] payload) {
		return new Job(id, payload, Map.of(), null, null, null);
	}

	/**
	 * {@return the payload of a job, which the caller must not change}
	 * @param job the job
	 */
	public static byte[] of(Job job) {
		return job.payload;
	}

}
