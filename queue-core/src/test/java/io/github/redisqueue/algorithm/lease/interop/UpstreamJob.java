package io.github.redisqueue.algorithm.lease.interop;

import java.nio.charset.StandardCharsets;

/**
 * What a foreign client leases.
 *
 * @param id the id
 * @param data the data
 */
record UpstreamJob(String id, byte[] data) {

	String text() {
		return new String(this.data, StandardCharsets.UTF_8);
	}

}
