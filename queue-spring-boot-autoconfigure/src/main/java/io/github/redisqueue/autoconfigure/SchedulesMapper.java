package io.github.redisqueue.autoconfigure;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.annotation.ScheduleAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Converts the properties of schedules. Each value is checked by itself, since the
 * annotation with the same id may complete them.
 */
final class SchedulesMapper {

	private static final Duration SHORTEST = Duration.ofSeconds(1);

	private final Map<String, ScheduleOptions> schedules;

	SchedulesMapper(Map<String, ScheduleOptions> schedules) {
		this.schedules = schedules;
	}

	Set<String> ids() {
		return this.schedules.keySet();
	}

	/**
	 * Checks all values.
	 * @throws InvalidQueuePropertyException if one is not allowed
	 */
	void validate() {
		ids().forEach((id) -> {
			try {
				Schedule.every(id, SHORTEST);
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidQueuePropertyException("redis-queue.schedules", String.valueOf(ex.getMessage()), ex);
			}
			attributes(id);
			queue(id);
		});
	}

	boolean enabled(String id) {
		Boolean enabled = options(id).getEnabled();
		return enabled == null || enabled;
	}

	@Nullable String queue(String id) {
		String queue = options(id).getQueue();
		return (queue != null)
				? new Option<>(nameOf(id, "queue"), queue).mustBe(QueueKeys::isName, "the name of a queue") : null;
	}

	@Nullable String payload(String id) {
		return options(id).getPayload();
	}

	Map<String, String> headers(String id) {
		return options(id).getHeaders();
	}

	/** The properties that have an attribute. */
	ScheduleAttributes attributes(String id) {
		ScheduleOptions options = options(id);
		Duration grace = options.getGrace();
		if (grace != null) {
			new Option<>(nameOf(id, "grace"), grace).mustBe(Durations.NOT_NEGATIVE, Durations.NOT_NEGATIVE_TEXT);
		}
		return new ScheduleAttributes(times(id, options), options.getOverlap(), options.getCatchUp(), grace);
	}

	private static ScheduleAttributes.Times times(String id, ScheduleOptions options) {
		String cron = options.getCron();
		Duration every = options.getEvery();
		if (cron != null && every != null) {
			throw new InvalidQueuePropertyException(nameOf(id, "every"),
					nameOf(id, "cron") + " and " + nameOf(id, "every") + " are both set, but only one is allowed",
					null);
		}
		if (cron != null) {
			check(id, cron);
		}
		if (every != null) {
			new Option<>(nameOf(id, "every"), every).mustBe(SchedulesMapper::isPeriod,
					"between 1 second and 365 days, in whole milliseconds");
		}
		return new ScheduleAttributes.Times(cron, every, zone(id, options));
	}

	private static boolean isPeriod(Duration every) {
		return every.compareTo(SHORTEST) >= 0 && every.compareTo(Durations.LONGEST) <= 0
				&& every.toNanosPart() % 1_000_000 == 0;
	}

	private static void check(String id, String cron) {
		try {
			Schedule.cron(id, cron);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidQueuePropertyException(nameOf(id, "cron"),
					nameOf(id, "cron") + " is not valid: " + ex.getMessage(), ex);
		}
	}

	private static @Nullable ZoneId zone(String id, ScheduleOptions options) {
		String zone = options.getZone();
		try {
			return (zone != null) ? ZoneId.of(zone) : null;
		}
		catch (DateTimeException ex) {
			throw new InvalidQueuePropertyException(nameOf(id, "zone"), nameOf(id, "zone")
					+ " must be a time zone, such as Europe/Berlin, but is " + Option.print(String.valueOf(zone)), ex);
		}
	}

	private ScheduleOptions options(String id) {
		ScheduleOptions options = this.schedules.get(id);
		return (options != null) ? options : new ScheduleOptions();
	}

	static String nameOf(String id, String name) {
		return OptionPicker.nameOf("schedules", id, name);
	}

}
