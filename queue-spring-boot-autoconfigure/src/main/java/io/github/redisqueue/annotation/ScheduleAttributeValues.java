package io.github.redisqueue.annotation;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Locale;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.Schedule.Overlap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the attributes of a {@link QueueSchedule} annotation.
 */
final class ScheduleAttributeValues {

	private static final Duration SHORTEST = Duration.ofSeconds(1);

	private final ListenerMethod place;

	private final QueueSchedule annotation;

	private final AttributeValues values;

	ScheduleAttributeValues(ListenerMethod place, QueueSchedule annotation, AttributeValues values) {
		this.place = place;
		this.annotation = annotation;
		this.values = values;
	}

	String id() {
		String id = this.values.text("id", this.annotation.id());
		try {
			Schedule.every(id, SHORTEST);
		}
		catch (IllegalArgumentException ex) {
			throw this.place.invalid("has an invalid id: " + ex.getMessage(), "Choose another id.");
		}
		return id;
	}

	@Nullable String queue() {
		return emptyAsNull(this.values.text("queue", this.annotation.queue()));
	}

	ScheduleAttributes attributes(String id) {
		return new ScheduleAttributes(times(id), overlap(), catchUp(),
				this.values.duration("grace", this.annotation.grace(), Duration.ZERO));
	}

	private ScheduleAttributes.Times times(String id) {
		String cron = emptyAsNull(this.values.text("cron", this.annotation.cron()));
		Duration every = this.values.duration("every", this.annotation.every(), SHORTEST);
		if (cron != null && every != null) {
			throw this.place.invalid("has both cron = \"" + cron + "\" and every = \"" + this.annotation.every() + "\"",
					"Set only one of the two attributes.");
		}
		if (cron != null) {
			check(id, cron);
		}
		return new ScheduleAttributes.Times(cron, every, zone());
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

	private @Nullable ZoneId zone() {
		String zone = this.values.text("zone", this.annotation.zone());
		try {
			return zone.isEmpty() ? null : ZoneId.of(zone);
		}
		catch (DateTimeException ex) {
			throw this.values.invalid("zone", zone, "a time zone, such as Europe/Berlin");
		}
	}

	private @Nullable Overlap overlap() {
		String text = this.values.text("overlap", this.annotation.overlap());
		return switch (text.toLowerCase(Locale.ROOT)) {
			case "" -> null;
			case "allow" -> Overlap.ALLOW;
			case "skip" -> Overlap.SKIP;
			default -> throw this.values.invalid("overlap", text, "allow or skip");
		};
	}

	private @Nullable CatchUp catchUp() {
		String text = this.values.text("catchUp", this.annotation.catchUp());
		return switch (text.toLowerCase(Locale.ROOT)) {
			case "" -> null;
			case "none" -> CatchUp.NONE;
			case "last" -> CatchUp.LAST;
			case "all" -> CatchUp.ALL;
			default -> throw this.values.invalid("catchUp", text, "none, last or all");
		};
	}

	private static @Nullable String emptyAsNull(String text) {
		return text.isEmpty() ? null : text;
	}

}
