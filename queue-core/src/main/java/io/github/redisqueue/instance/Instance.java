package io.github.redisqueue.instance;

import java.time.Instant;
import java.util.Set;

/**
 * An instance of an application that has announced itself. Immutable.
 *
 * @param id its worker id
 * @param since when it announced itself first, by the clock of the Redis server
 * @param seen when it did so last
 * @param alive whether that is less than three of its intervals ago
 * @param queues the names of the queues whose jobs it handles
 */
public record Instance(String id, Instant since, Instant seen, boolean alive, Set<String> queues) {

	public Instance {
		queues = Set.copyOf(queues);
	}

}
