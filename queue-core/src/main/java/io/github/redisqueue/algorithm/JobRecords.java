package io.github.redisqueue.algorithm;

import org.jspecify.annotations.Nullable;

/**
 * What queues keep of a job's failures and crashes: a number, then, after colons, when it
 * first and last failed, or which start of which worker was recorded.
 */
public final class JobRecords {

	private JobRecords() {
	}

	/**
	 * The number in a record.
	 * @param record the record, or null if there is none
	 * @return the number, 0 without a record
	 */
	public static int count(@Nullable String record) {
		if (record == null) {
			return 0;
		}
		int colon = record.indexOf(':');
		return Integer.parseInt((colon < 0) ? record : record.substring(0, colon));
	}

}
