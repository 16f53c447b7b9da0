package io.github.redisqueue.script;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Cuts collections into what one script takes.
 */
public final class Batches {

	/** How many jobs one script takes at most. */
	public static final int MAX_JOBS = 500;

	/** How many bytes of payloads one script takes at most, unless one has more. */
	public static final long MAX_BYTES = 4 * 1024 * 1024;

	private Batches() {
	}

	/**
	 * Cuts a collection.
	 * @param <T> the type of its elements
	 * @param all the elements
	 * @param size the bytes of an element
	 * @return lists of at most {@value #MAX_JOBS} elements and 4 MiB in the given order,
	 * none of them empty; an element over 4 MiB stands alone
	 */
	public static <T> List<List<T>> of(Collection<T> all, ToIntFunction<T> size) {
		List<List<T>> batches = new ArrayList<>();
		List<T> batch = new ArrayList<>(Math.min(all.size(), MAX_JOBS));
		long bytes = 0;
		for (T element : all) {
			int more = size.applyAsInt(element);
			if (!batch.isEmpty() && (batch.size() == MAX_JOBS || bytes + more > MAX_BYTES)) {
				batches.add(batch);
				batch = new ArrayList<>();
				bytes = 0;
			}
			batch.add(element);
			bytes += more;
		}
		if (!batch.isEmpty()) {
			batches.add(batch);
		}
		return batches;
	}

}
