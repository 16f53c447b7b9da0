package io.github.redisqueue.algorithm.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.github.redisqueue.script.Batches;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list page by page, each element once, while others remove elements and put new
 * ones in front. Each page begins with the last element of the one before. If it does
 * not, others have removed some that stood before it, and the pages before are read
 * again. Not thread-safe.
 */
public final class SteadyReading<T> {

	private final BiFunction<Long, Integer, List<T>> pages;

	private final Function<T, String> id;

	private final long first;

	private final int count;

	/** The ids of all elements that were read: those of a page come again. */
	private final Set<String> seen = new HashSet<>();

	/** What was read, but not yet taken. */
	private final Deque<T> ahead = new ArrayDeque<>();

	/** Where the element stood behind the last one that was read. */
	private long at;

	private boolean finished;

	/**
	 * Begins to read.
	 * @param pages reads a page, from a position on and of at most so many elements; an
	 * empty one if none stands there
	 * @param id the id of an element
	 * @param first the position of the first element to read
	 * @param count how many elements to read at a time, at least 1
	 */
	public SteadyReading(BiFunction<Long, Integer, List<T>> pages, Function<T, String> id, long first, int count) {
		this.pages = pages;
		this.id = id;
		this.first = first;
		this.count = Math.min(count + 1, Batches.MAX_JOBS);
		this.at = first;
	}

	/**
	 * The next element, which stays the next one until it is taken; null if there is
	 * none.
	 */
	public @Nullable T next() {
		while (this.ahead.isEmpty() && !this.finished) {
			read();
		}
		return this.ahead.peek();
	}

	/** Takes the element that {@link #next()} has returned. */
	public T take() {
		return this.ahead.remove();
	}

	private void read() {
		long from = (this.at > this.first) ? this.at - 1 : this.first;
		List<T> page = this.pages.apply(from, this.count);
		while (from > this.first && (page.isEmpty() || !this.seen.contains(this.id.apply(page.get(0))))) {
			from = Math.max(this.first, from - this.count + 1);
			page = this.pages.apply(from, this.count);
		}
		if (!add(from, page)) {
			// The last element may fill a page alone.
			List<T> further = this.pages.apply(this.at, this.count);
			add(this.at, further);
			this.finished = further.isEmpty();
		}
	}

	private boolean add(long from, List<T> page) {
		page.stream().filter((one) -> this.seen.add(this.id.apply(one))).forEach(this.ahead::add);
		this.at = from + page.size();
		return !this.ahead.isEmpty();
	}

}
