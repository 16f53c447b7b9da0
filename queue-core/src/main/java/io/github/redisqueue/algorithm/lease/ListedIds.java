package io.github.redisqueue.algorithm.lease;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A set of ids that keeps only 64 bits of each, so that a million of them take 8 MB. It
 * may take an id for one of its own that is not, by a chance of one to 2^44 at that size,
 * and another set never errs on the same id.
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

	/** To be called once, between the last addition and the first look. */
	ListedIds sorted() {
		Arrays.sort(this.hashes, 0, this.size);
		return this;
	}

	boolean contains(String id) {
		return Arrays.binarySearch(this.hashes, 0, this.size, hash(id)) >= 0;
	}

	/** FNV-1a over the characters, mixed as in MurmurHash 3. */
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
