package io.github.redisqueue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;

/**
 * The times of a cron expression in a zone. Looks from one change of the zone's clocks to
 * the next, with the offset between them. Across a change, {@link CronExpression} leaves
 * out times that exist, and in some zones returns the same time again and again.
 */
final class ZonedCron {

	/**
	 * How far to look for a time that a zone does not skip. The 29th of February is on
	 * the same day of the week after 40 years at the latest.
	 */
	private static final Duration FORESIGHT = Duration.ofDays(50 * 366);

	private ZonedCron() {
	}

	/** The first time after another one, or null if there is none. */
	static @Nullable Instant next(CronExpression expression, ZoneId zone, Instant time) {
		ZoneRules rules = zone.getRules();
		ZoneOffsetTransition change = rules.nextTransition(time);
		ZonedDateTime next = expression.next(time.atZone(rules.getOffset(time)));
		while (next != null && change != null && !next.toInstant().isBefore(change.getInstant())) {
			if (change.getInstant().isAfter(time.plus(FORESIGHT))) {
				return null;
			}
			next = expression.next(change.getInstant().minusNanos(1).atZone(change.getOffsetAfter()));
			change = rules.nextTransition(change.getInstant());
		}
		return (next != null) ? next.toInstant() : null;
	}

}
