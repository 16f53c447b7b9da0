package io.github.redisqueue.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Makes a sequence that fails as short and as simple as it can: leaves out parts of it,
 * the long ones first, then replaces single elements by simpler ones, and begins again
 * until nothing helps (delta debugging).
 *
 * @param <T> the type of the elements
 */
final class Shrinker<T> {

	private final Predicate<List<T>> fails;

	private final Function<T, Stream<T>> simpler;

	/**
	 * Creates a shrinker.
	 * @param fails whether a sequence still fails
	 * @param simpler simpler elements that may replace an element
	 */
	Shrinker(Predicate<List<T>> fails, Function<T, Stream<T>> simpler) {
		this.fails = fails;
		this.simpler = simpler;
	}

	/** Shrinks a sequence that fails. */
	List<T> shrink(List<T> failing) {
		List<T> shrunk = failing;
		List<T> before;
		do {
			before = shrunk;
			for (int length = Math.max(1, shrunk.size() / 2); length > 0; length /= 2) {
				shrunk = leaveOut(shrunk, length);
			}
			shrunk = simplify(shrunk);
		}
		while (!shrunk.equals(before));
		return shrunk;
	}

	private List<T> leaveOut(List<T> failing, int length) {
		List<T> shrunk = failing;
		for (int from = 0; from < shrunk.size();) {
			List<T> rest = new ArrayList<>(shrunk);
			rest.subList(from, Math.min(from + length, rest.size())).clear();
			if (this.fails.test(rest)) {
				shrunk = rest;
			}
			else {
				from += length;
			}
		}
		return shrunk;
	}

	private List<T> simplify(List<T> failing) {
		List<T> simplified = new ArrayList<>(failing);
		for (int i = 0; i < simplified.size(); i++) {
			T element = simplified.get(i);
			for (T candidate : this.simpler.apply(element).toList()) {
				simplified.set(i, candidate);
				if (this.fails.test(List.copyOf(simplified))) {
					element = candidate;
					break;
				}
			}
			simplified.set(i, element);
		}
		return simplified;
	}

}
