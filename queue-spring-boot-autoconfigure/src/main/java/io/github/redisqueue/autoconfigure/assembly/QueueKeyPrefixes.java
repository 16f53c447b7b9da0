package io.github.redisqueue.autoconfigure.assembly;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.QueueKeys;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * Records the key prefixes of the queues of an application and detects collisions. Two
 * names may refer to the same queue. Not thread-safe.
 */
final class QueueKeyPrefixes {

	private final Map<String, Owner> byPrefix = new HashMap<>();

	/** The queues that would meet a queue with such a prefix. */
	private final Map<String, Owner> byParent = new HashMap<>();

	/**
	 * Records the key prefix of a queue, and refuses that of a different queue. Those of
	 * its shards cannot be those of queues.
	 */
	void register(QueueKeys keys, QueueType type, int shards) {
		Owner owner = new Owner(keys, type, shards);
		String prefix = keys.prefix();
		Owner same = this.byPrefix.get(prefix);
		if (same != null && !same.agreesWith(owner)) {
			throw sameKeys(prefix, same, owner);
		}
		// The keys of one queue could be those of a single job of the other.
		for (String parent : QueueKeys.parents(prefix)) {
			Owner other = this.byPrefix.get(parent);
			if (other != null) {
				throw sameKeys(prefix, other, owner);
			}
		}
		Owner child = this.byParent.get(prefix);
		if (child != null) {
			throw sameKeys(child.keys().prefix(), child, owner);
		}
		this.byPrefix.put(prefix, owner);
		QueueKeys.parents(prefix).forEach((parent) -> this.byParent.put(parent, owner));
	}

	/** A queue is used no more. */
	void remove(String queue) {
		this.byPrefix.values().removeIf((owner) -> owner.keys().queue().equals(queue));
		this.byParent.values().removeIf((owner) -> owner.keys().queue().equals(queue));
	}

	private static FailureAnalyzedException sameKeys(String prefix, Owner one, Owner other) {
		return new FailureAnalyzedException(
				"The queues " + one + " and " + other + " use the same keys in Redis, those with the prefix '" + prefix
						+ "'.",
				"Rename one of the queues, or set a different redis-queue.queues.<name>.prefix. If both names refer to"
						+ " the same queue, set the same type and number of shards for both.");
	}

	private record Owner(QueueKeys keys, QueueType type, int shards) {

		boolean agreesWith(Owner other) {
			return this.type == other.type && this.shards == other.shards;
		}

		@Override
		public String toString() {
			return "'" + this.keys.queue() + "' (type " + this.type.name().toLowerCase(Locale.ROOT) + ", " + this.shards
					+ (this.shards == 1 ? " shard)" : " shards)");
		}

	}

}
