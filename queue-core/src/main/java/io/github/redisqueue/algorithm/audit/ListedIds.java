package io.github.redisqueue.algorithm.audit;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * A set of ids that stores a 64-bit hash of each, so that a million ids take 8 MB.
 * {@link #contains(String)} may return true for an id that was not added. With a million
 * ids the probability is about 2^-44. Each set has a random seed, so two sets do not err
 * on the same id.
 */
final class ListedIds {

	private final long seed = ThreadLocalRandom.current().nextLong();

	private long[] hashes = new long[1024];

	private int size;

	void add(String id) {
		if (this.size == this.hashes.length) {
			this.hashes = Arrays.copyOf(this.hashes, this.size * 2);
		}
		this.hashes[this.size++] = hash(id);
	}

	/**
	 * Sorts the hashes. Must be called once, after the last addition and before the first
	 * call of {@link #contains(String)}.
	 */
	ListedIds sorted() {
		Arrays.sort(this.hashes, 0, this.size);
		return this;
	}

	/** Whether an id was added. */
	boolean contains(String id) {
		return find(id) >= 0;
	}

	/** Whether an id was added more than once. */
	boolean containsTwice(String id) {
		int at = find(id);
		return at >= 0 && (isSame(at, at - 1) || isSame(at, at + 1));
	}

	private int find(String id) {
		return Arrays.binarySearch(this.hashes, 0, this.size, hash(id));
	}

	private boolean isSame(int one, int other) {
		return other >= 0 && other < this.size && this.hashes[one] == this.hashes[other];
	}

	/** Whether any id was added more than once. */
	boolean hasTwice() {
		return IntStream.range(1, this.size).anyMatch((i) -> isSame(i - 1, i));
	}

	/** FNV-1a over the characters, followed by the 64-bit finalizer of MurmurHash3. */
	private long hash(String id) {
		long hash = this.seed;
		for (int i = 0; i < id.length(); i++) {
			hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
		}
		hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
		hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
		return hash ^ (hash >>> 33);
	}

}
