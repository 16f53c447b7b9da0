package io.github.redisqueue.autoconfigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.QueueType;

/**
 * Records the key prefixes of the queues of an application and detects collisions. Two
 * names may refer to the same queue. Not thread-safe.
 */
final class QueueKeyPrefixes {

	private final Map<String, Owner> byPrefix = new HashMap<>();

	/** The queues that would meet a queue with such a prefix. */
	private final Map<String, Owner> byParent = new HashMap<>();

	/**
	 * Records the key prefixes of a queue and its shards.
	 * @param keys the keys of the queue
	 * @param type the type of the queue
	 * @param shards the number of its shards
	 * @throws DuplicateKeyPrefixException if a different queue uses one of the prefixes
	 */
	void register(QueueKeys keys, QueueType type, int shards) {
		Owner owner = new Owner(keys, type, shards);
		List<String> prefixes = new ArrayList<>(List.of(keys.prefix()));
		ShardedQueue.keys(keys, shards).forEach((shard) -> prefixes.add(shard.prefix()));
		for (String prefix : prefixes) {
			Owner other = this.byPrefix.get(prefix);
			if (other != null && !other.agreesWith(owner)) {
				throw new DuplicateKeyPrefixException(prefix, other.toString(), owner.toString());
			}
			checkParents(prefix, owner);
		}
		prefixes.forEach((prefix) -> {
			this.byPrefix.put(prefix, owner);
			QueueKeys.parents(prefix).forEach((parent) -> this.byParent.put(parent, owner));
		});
	}

	/** The keys of one queue could be those of a single job of the other. */
	private void checkParents(String prefix, Owner owner) {
		for (String parent : QueueKeys.parents(prefix)) {
			Owner other = this.byPrefix.get(parent);
			if (other != null) {
				throw new DuplicateKeyPrefixException(prefix, other.toString(), owner.toString());
			}
		}
		Owner child = this.byParent.get(prefix);
		if (child != null) {
			throw new DuplicateKeyPrefixException(child.keys().prefix(), child.toString(), owner.toString());
		}
	}

	private record Owner(QueueKeys keys, QueueType type, int shards) {

		boolean agreesWith(Owner other) {
			return this.keys.prefix().equals(other.keys.prefix()) && this.type == other.type
					&& this.shards == other.shards;
		}

		@Override
		public String toString() {
			return "'" + this.keys.queue() + "' (type " + this.type.name().toLowerCase(Locale.ROOT) + ", " + this.shards
					+ (this.shards == 1 ? " shard)" : " shards)");
		}

	}

}
