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
final class QueuePlaces {

	private final Map<String, Occupant> byPrefix = new HashMap<>();

	/**
	 * Records the key prefixes of a queue and its shards.
	 * @param place the keys of the queue
	 * @param type the type of the queue
	 * @param shards the number of its shards
	 * @throws SharedPlaceException if a different queue uses one of the prefixes
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
