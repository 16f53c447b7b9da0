package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.Groups;
import io.github.redisqueue.RateLimit;
import org.jspecify.annotations.Nullable;

/**
 * Converts the properties for groups of jobs.
 */
final class GroupsMapper {

	private GroupsMapper() {
	}

	/**
	 * How a queue treats jobs that have a group.
	 * @param queue the name of the queue
	 * @param own the properties for groups
	 * @return the groups, or null if its jobs have none
	 */
	static @Nullable Groups groups(String queue, QueueProperties.Groups own) {
		Integer maxConcurrent = own.maxConcurrent();
		String rate = own.rate();
		if (!own.enabled()) {
			refuse(maxConcurrent, queue, "groups.max-concurrent");
			refuse(rate, queue, "groups.rate");
			return null;
		}
		// The jobs of a group become ready evenly spaced.
		return new Groups((maxConcurrent != null) ? maxConcurrent : 1,
				(rate != null) ? RateLimit.valueOf(rate).withBurst(1) : null);
	}

	private static void refuse(@Nullable Object value, String queue, String property) {
		if (value != null) {
			String name = QueuePropertiesMapper.nameOf(queue, property);
			throw new InvalidQueuePropertyException(name,
					name + " is set to " + InvalidQueuePropertyException.print(value)
							+ ", but the jobs of the queue have no groups: " + enabled(queue) + " is not true",
					null);
		}
	}

	/** The name of the property that enables the groups of a queue. */
	static String enabled(String queue) {
		return QueuePropertiesMapper.nameOf(queue, "groups.enabled");
	}

}
