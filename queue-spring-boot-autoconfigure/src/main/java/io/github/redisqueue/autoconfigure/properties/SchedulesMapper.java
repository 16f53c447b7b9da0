package io.github.redisqueue.autoconfigure.properties;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.annotation.method.ScheduleDefinition;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertySource;

/**
 * Converts the properties of schedules, and the attributes that they override. Each of
 * the two is checked by itself, since together they may describe a schedule.
 *
 * @param schedules the properties as Spring Boot has bound them, by the ids of schedules
 * @param binder binds them anew, each together with the attributes that it overrides
 */
public record SchedulesMapper(Map<String, QueueProperties.Schedule> schedules, QueuePropertiesBinder binder) {

	/** One of these replaces both attributes. */
	private static final Set<String> TIMES = Set.of("cron", "every");

	public Set<String> ids() {
		return this.schedules.keySet();
	}

	void validate() {
		ids().forEach((id) -> {
			// Any period shows whether the id is allowed.
			InvalidQueuePropertyException.convert("redis-queue.schedules",
					() -> Schedule.every(id, Duration.ofSeconds(1)));
			QueueProperties.Schedule schedule = bind(this.binder.below("schedules", id, ids()));
			String queue = schedule.queue();
			InvalidQueuePropertyException.require(queue == null || QueueKeys.isName(queue), nameOf(id, "queue"),
					"the name of a queue", String.valueOf(queue));
			checkTimes(id, schedule);
		});
	}

	private static void checkTimes(String id, QueueProperties.Schedule schedule) {
		String cron = schedule.cron();
		if (cron == null) {
			return;
		}
		if (schedule.every() != null) {
			throw new InvalidQueuePropertyException(nameOf(id, "every"),
					nameOf(id, "cron") + " and " + nameOf(id, "every") + " are both set, but only one is allowed",
					null);
		}
		try {
			Schedule.cron(id, cron);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidQueuePropertyException(nameOf(id, "cron"),
					nameOf(id, "cron") + " is not valid: " + ex.getMessage(), ex);
		}
	}

	private QueueProperties.Schedule bind(ConfigurationPropertySource... places) {
		return this.binder.bind(List.of(places), QueueProperties.Schedule.class, PropertyRules.OF_SCHEDULE);
	}

	public boolean enabled(String id) {
		QueueProperties.Schedule configured = this.schedules.get(id);
		return configured == null || configured.enabled();
	}

	/** A map, whose keys only Spring Boot's own binding finds. */
	public Map<String, String> headers(String id) {
		QueueProperties.Schedule configured = this.schedules.get(id);
		return (configured != null) ? configured.headers() : Map.of();
	}

	public QueueProperties.Schedule schedule(String id) {
		return bind(this.binder.below("schedules", id, ids()));
	}

	/** Where the properties say nothing, the annotation counts. */
	public QueueProperties.Schedule schedule(ScheduleDefinition annotated) {
		ConfigurationPropertySource attributes = Attribute.source(annotated);
		QueueProperties.Schedule declared = bind(attributes);
		QueueProperties.Schedule own = this.schedules.get(annotated.id());
		if (own == null) {
			return declared;
		}
		boolean timed = own.cron() != null || own.every() != null;
		return bind(this.binder.below("schedules", annotated.id(), ids()),
				(name) -> (timed && TIMES.contains(name.toString())) ? null
						: attributes.getConfigurationProperty(name));
	}

	/** Lacks the payload; null if it is not known when the schedule fires. */
	public static Schedule.@Nullable Builder builder(String id, QueueProperties.Schedule schedule) {
		String cron = schedule.cron();
		Duration every = schedule.every();
		if (cron == null && every == null) {
			return null;
		}
		Schedule.Builder builder = (cron != null) ? Schedule.cron(id, cron).zone(ZoneId.of(schedule.zone()))
				: Schedule.every(id, every);
		return builder.overlap(schedule.overlap()).catchUp(schedule.catchUp()).grace(schedule.grace());
	}

	public static String nameOf(String id, String name) {
		return QueuePropertiesBinder.nameOf("schedules", id, name);
	}

}
