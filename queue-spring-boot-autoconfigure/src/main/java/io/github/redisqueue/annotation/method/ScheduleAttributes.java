package io.github.redisqueue.annotation.method;

import java.time.Duration;
import java.util.Map;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.annotation.QueueSchedule;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * The values of the attributes of a {@link QueueSchedule}.
 */
final class ScheduleAttributes {

	private static final Duration ANY_PERIOD = Duration.ofSeconds(1);

	private final ListenerMethod place;

	private final QueueSchedule annotation;

	private final AttributeValues values;

	ScheduleAttributes(ListenerMethod place, QueueSchedule annotation, ConfigurableBeanFactory beans) {
		this.place = place;
		this.annotation = annotation;
		this.values = new AttributeValues(place, beans);
	}

	String id() {
		String id = this.values.text("id", this.annotation.id());
		try {
			Schedule.every(id, ANY_PERIOD);
		}
		catch (IllegalArgumentException ex) {
			throw this.place.invalid("has an invalid id: " + ex.getMessage(), "Choose another id.");
		}
		return id;
	}

	/** The attributes that are set, by their names. */
	Map<String, Object> attributes(String id) {
		Map<String, Object> set = this.values.texts(Map.of("queue", this.annotation.queue(), "cron",
				this.annotation.cron(), "every", this.annotation.every(), "zone", this.annotation.zone(), "overlap",
				this.annotation.overlap(), "catchUp", this.annotation.catchUp(), "grace", this.annotation.grace()));
		Object cron = set.get("cron");
		if (cron != null && set.containsKey("every")) {
			throw this.place.invalid("has both cron = \"" + cron + "\" and every = \"" + this.annotation.every() + "\"",
					"Set only one of the two attributes.");
		}
		if (cron != null) {
			check(id, cron.toString());
		}
		return set;
	}

	private void check(String id, String cron) {
		try {
			Schedule.cron(id, cron);
		}
		catch (IllegalArgumentException ex) {
			throw this.place.invalid("has an invalid cron expression: " + ex.getMessage(),
					"Write six fields, for seconds, minutes, hours, days of the month, months and days of the week, as in"
							+ " cron = \"0 30 6 * * MON-FRI\", or a macro such as @daily.");
		}
	}

}
