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
 * Where the queues of an application live, so that none gets in the way of another. Two
 * may be the same queue under different names. Not thread-safe.
 */
final class QueuePlaces {

	private final Map<String, Occupant> byPrefix = new HashMap<>();

	/**
	 * Gives a queue its place.
	 * @param place where the queue is to live
	 * @param type the type of the queue
	 * @param shards the number of its shards
	 * @throws SharedPlaceException if another queue is in the way
	 */
	void occupy(QueueKeys place, QueueType type, int shards) {
		Occupant occupant = new Occupant(place, type, shards);
		List<String> prefixes = new ArrayList<>(List.of(place.prefix()));
		ShardedQueue.keys(place, shards).forEach((shard) -> prefixes.add(shard.prefix()));
		for (String prefix : prefixes) {
			Occupant other = this.byPrefix.get(prefix);
			if (other != null && !other.agreesWith(occupant)) {
				throw new SharedPlaceException(prefix, other.toString(), occupant.toString());
			}
		}
		prefixes.forEach((prefix) -> this.byPrefix.put(prefix, occupant));
	}

	private record Occupant(QueueKeys place, QueueType type, int shards) {

		boolean agreesWith(Occupant other) {
			return this.place.prefix().equals(other.place.prefix()) && this.type == other.type
					&& this.shards == other.shards;
		}

		@Override
		public String toString() {
			return "'" + this.place.queue() + "' (type " + this.type.name().toLowerCase(Locale.ROOT) + ", "
					+ this.shards + (this.shards == 1 ? " shard)" : " shards)");
		}

	}

}
