package io.github.redisqueue.annotation.method;

import java.util.Map;
import java.util.function.Supplier;

import io.github.redisqueue.annotation.QueueSchedule;
import io.github.redisqueue.listener.InvalidListenerException;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as declared by a {@link QueueSchedule} annotation.
 *
 * @param id the id of the schedule
 * @param attributes the other attributes that are set, by their names
 * @param payload calls the annotated method; null is an empty payload
 * @param place the annotated method and its bean, for error messages
 */
public record ScheduleDefinition(String id, Map<String, Object> attributes, Supplier<@Nullable Object> payload,
		String place) {

	/** The exception for a schedule with which something is wrong. */
	public InvalidListenerException invalid(String what, String action) {
		return new InvalidListenerException("The @QueueSchedule method " + this.place + " " + what + ".", action);
	}

}
