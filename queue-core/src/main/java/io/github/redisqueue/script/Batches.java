package io.github.redisqueue.script;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Splits collections into batches, each of which one script processes.
 */
public final class Batches {

	/** The largest number of jobs in one batch. */
	public static final int MAX_JOBS = 500;

	/**
	 * The largest number of bytes of payloads in one batch, unless a single payload is
	 * larger.
	 */
	public static final long MAX_BYTES = 4 * 1024 * 1024;

	private Batches() {
	}

	/**
	 * Splits a collection into batches of at most {@value #MAX_JOBS} elements and 4 MiB
	 * in the given order, none of them empty; an element over 4 MiB has a batch of its
	 * own. The size is that of an element in bytes.
	 */
	public static <T> List<List<T>> of(Collection<T> all, ToIntFunction<T> size) {
		List<List<T>> batches = new ArrayList<>(all.size() / MAX_JOBS + 1);
		List<T> batch = new ArrayList<>(Math.min(all.size(), MAX_JOBS));
		long bytes = 0;
		for (T element : all) {
			int elementBytes = size.applyAsInt(element);
			if (!batch.isEmpty() && (batch.size() == MAX_JOBS || bytes + elementBytes > MAX_BYTES)) {
				batches.add(batch);
				batch = new ArrayList<>();
				bytes = 0;
			}
			batch.add(element);
			bytes += elementBytes;
		}
		if (!batch.isEmpty()) {
			batches.add(batch);
		}
		return batches;
	}

}
