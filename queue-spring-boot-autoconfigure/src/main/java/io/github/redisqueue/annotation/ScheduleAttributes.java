package io.github.redisqueue.annotation;

import java.time.Duration;
import java.time.ZoneId;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.Schedule.Overlap;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of a schedule, or the properties that override them. A component that is
 * null is not set.
 *
 * @param times when it fires
 * @param overlap what happens if the job of the firing before is unfinished
 * @param catchUp what happens to firings that could not take place in time
 * @param grace how late a firing may be before that is decided
 */
public record ScheduleAttributes(Times times, @Nullable Overlap overlap, @Nullable CatchUp catchUp,
		@Nullable Duration grace) {

	/** Sets nothing. */
	public static final ScheduleAttributes NONE = new ScheduleAttributes(new Times(null, null, null), null, null, null);

	/**
	 * These attributes where others are not set.
	 * @param properties the others
	 * @return what applies
	 */
	public ScheduleAttributes overriddenBy(ScheduleAttributes properties) {
		return new ScheduleAttributes(this.times.overriddenBy(properties.times),
				either(properties.overlap, this.overlap), either(properties.catchUp, this.catchUp),
				either(properties.grace, this.grace));
	}

	private static <T> @Nullable T either(@Nullable T first, @Nullable T second) {
		return (first != null) ? first : second;
	}

	/**
	 * Builds a schedule, whose defaults apply to what is not set.
	 * @param id the id of the schedule
	 * @return a builder; null if it is not known when the schedule fires
	 * @throws IllegalArgumentException if the id or an attribute is not allowed
	 */
	public Schedule.@Nullable Builder build(String id) {
		Schedule.Builder schedule = this.times.build(id);
		if (schedule == null) {
			return null;
		}
		if (this.overlap != null) {
			schedule.overlap(this.overlap);
		}
		if (this.catchUp != null) {
			schedule.catchUp(this.catchUp);
		}
		return (this.grace != null) ? schedule.grace(this.grace) : schedule;
	}

	/**
	 * When a schedule fires. Not more than one of the first two is set.
	 *
	 * @param cron the cron expression
	 * @param every the period
	 * @param zone the time zone of the cron expression
	 */
	public record Times(@Nullable String cron, @Nullable Duration every, @Nullable ZoneId zone) {

		Times overriddenBy(Times properties) {
			boolean own = properties.cron == null && properties.every == null;
			return new Times(own ? this.cron : properties.cron, own ? this.every : properties.every,
					either(properties.zone, this.zone));
		}

		Schedule.@Nullable Builder build(String id) {
			if (this.every != null) {
				return Schedule.every(id, this.every);
			}
			if (this.cron == null) {
				return null;
			}
			Schedule.Builder schedule = Schedule.cron(id, this.cron);
			return (this.zone != null) ? schedule.zone(this.zone) : schedule;
		}

	}

}
