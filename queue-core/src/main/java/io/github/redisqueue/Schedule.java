package io.github.redisqueue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.Assert;

/**
 * A job that recurs: when it becomes ready, and what it consists of. Each firing is one
 * job, under the id {@code <schedule>@<time>}, as {@code report@2026-11-23T06:00:00Z}.
 * Immutable; the payload is copied on the way in and out.
 * <p>
 * The jobs have the headers of the schedule and, besides, {@link #ID_HEADER} and
 * {@link #FIRING_HEADER}.
 */
public final class Schedule {

	/** The name of the header with the id of the schedule. */
	public static final String ID_HEADER = "schedule";

	/**
	 * The name of the header with the time of the firing, as {@link Instant#parse} reads
	 * it. It is the time for which the job was planned, not that of its handling.
	 */
	public static final String FIRING_HEADER = "firing";

	private static final Duration SHORTEST = Duration.ofSeconds(1);

	/**
	 * How far to look for a time that a zone does not skip. The 29th of February is on
	 * the same day of the week after 40 years at the latest.
	 */
	private static final Duration FORESIGHT = Duration.ofDays(50 * 366);

	private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:-]{1,200}");

	private final String id;

	private final @Nullable CronExpression cron;

	private final @Nullable Duration period;

	private final ZoneId zone;

	private final byte[] payload;

	private final Map<String, String> headers;

	private final Overlap overlap;

	private final CatchUp catchUp;

	private final Duration grace;

	private Schedule(Builder builder) {
		this.id = builder.id;
		this.cron = builder.cron;
		this.period = builder.period;
		this.zone = builder.zone;
		this.payload = builder.payload;
		this.headers = builder.headers;
		this.overlap = builder.overlap;
		this.catchUp = builder.catchUp;
		this.grace = builder.grace;
	}

	/**
	 * A schedule that fires at the times that match a cron expression.
	 * @param id the id: 1 to 200 letters, digits, dots, underscores, hyphens and colons
	 * @param expression six fields, or a macro as {@code @daily}, as
	 * {@link CronExpression} reads it
	 * @return a builder, for the time zone UTC until another is set
	 * @throws IllegalArgumentException if the id or the expression is not allowed, or the
	 * expression never matches
	 */
	public static Builder cron(String id, String expression) {
		CronExpression cron = parsed(id, expression);
		Assert.isTrue(cron.next(ZonedDateTime.now(ZoneOffset.UTC)) != null, () -> "The cron expression '"
				+ LogText.shortened(expression) + "' of schedule '" + LogText.shortened(id) + "' matches no time");
		return new Builder(id, cron, null);
	}

	private static CronExpression parsed(String id, String expression) {
		try {
			return CronExpression.parse(expression);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("'" + LogText.shortened(expression) + "' of schedule '"
					+ LogText.shortened(id) + "' is not a cron expression of six fields (seconds, minutes, hours, days "
					+ "of the month, months, days of the week) or a macro such as @daily: "
					+ LogText.shortened(String.valueOf(ex.getMessage())), ex);
		}
	}

	/**
	 * A schedule that fires once in each period, for the first time one period after it
	 * has been put.
	 * @param id the id: 1 to 200 letters, digits, dots, underscores, hyphens and colons
	 * @param period the period, 1 second to 365 days, in whole milliseconds
	 * @return a builder
	 * @throws IllegalArgumentException if the id or the period is not allowed
	 */
	public static Builder every(String id, Duration period) {
		Assert.isTrue(
				period.compareTo(SHORTEST) >= 0 && period.compareTo(AllowedRange.LONGEST) <= 0
						&& period.toNanosPart() % 1_000_000 == 0,
				() -> "The period of schedule '" + LogText.shortened(id)
						+ "' must be between 1 second and 365 days, in whole milliseconds, but is " + period);
		return new Builder(id, null, period);
	}

	/**
	 * {@return the id of the schedule, unique in its queue}
	 */
	public String id() {
		return this.id;
	}

	/**
	 * {@return the cron expression, or null if the schedule has a period}
	 */
	public @Nullable String expression() {
		return (this.cron != null) ? this.cron.toString() : null;
	}

	/**
	 * {@return the time between two firings, or null if there is a cron expression}
	 */
	public @Nullable Duration period() {
		return this.period;
	}

	/**
	 * {@return the time zone of the cron expression}
	 */
	public ZoneId zone() {
		return this.zone;
	}

	/**
	 * {@return the payload of the jobs}
	 */
	public byte[] payload() {
		return this.payload.clone();
	}

	/**
	 * {@return the headers of the jobs, without those that each firing adds}
	 */
	public Map<String, String> headers() {
		return this.headers;
	}

	/**
	 * {@return what happens if the job of the previous firing is unfinished}
	 */
	public Overlap overlap() {
		return this.overlap;
	}

	/**
	 * {@return what happens to firings that could not take place in time}
	 */
	public CatchUp catchUp() {
		return this.catchUp;
	}

	/**
	 * {@return how late a firing may be before {@link #catchUp()} decides about it}
	 */
	public Duration grace() {
		return this.grace;
	}

	/**
	 * {@return the first firing after a time, in whole milliseconds, or null if there are
	 * no more}
	 * @param time the time
	 * @param anchor the time from which periods are counted; ignored for a cron
	 * expression
	 */
	public @Nullable Instant next(Instant time, Instant anchor) {
		if (this.period != null) {
			long since = Math.max(0, Duration.between(anchor, time).toMillis());
			return anchor.plus(this.period.multipliedBy(since / this.period.toMillis() + 1));
		}
		return next(Objects.requireNonNull(this.cron), this.zone, time);
	}

	/**
	 * Looks from one change of the zone's clocks to the next, with the offset between
	 * them. Across a change, {@link CronExpression} leaves out times that exist, and in
	 * some zones returns the same time again and again.
	 */
	private static @Nullable Instant next(CronExpression expression, ZoneId zone, Instant time) {
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

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Schedule that && this.id.equals(that.id) && toString().equals(that.toString())
				&& this.headers.equals(that.headers) && Arrays.equals(this.payload, that.payload);
	}

	@Override
	public int hashCode() {
		return this.id.hashCode();
	}

	/**
	 * The schedule without its payload and headers.
	 */
	@Override
	public String toString() {
		String when = (this.period != null) ? "every " + this.period : "cron " + this.cron + " " + this.zone;
		return "Schedule[" + this.id + ", " + when + ", overlap " + this.overlap + ", catch-up " + this.catchUp
				+ ", grace " + this.grace + "]";
	}

	/**
	 * What happens if the job of the previous firing is unfinished: ready, leased, or
	 * delayed by a retry or a postponement.
	 */
	public enum Overlap {

		/** Both jobs are handled, possibly at the same time. */
		ALLOW,

		/** The firing is skipped, and counted as such. */
		SKIP

	}

	/**
	 * What happens to firings that are later than their grace when they could take place,
	 * because Redis or all listeners of the queue were away, or the queue was paused.
	 * Firings within their grace take place in any case, but no more than about the last
	 * 1000 of those that nobody had planned.
	 */
	public enum CatchUp {

		/** They are skipped. */
		NONE,

		/**
		 * The last of them takes place if no later firing is due, within its grace; the
		 * others are skipped.
		 */
		LAST,

		/**
		 * All of them take place, but no more than about the last 1000, within their
		 * grace or not.
		 */
		ALL

	}

	/**
	 * Builds a schedule. Not thread-safe.
	 */
	public static final class Builder {

		private final String id;

		private final @Nullable CronExpression cron;

		private final @Nullable Duration period;

		private ZoneId zone = ZoneOffset.UTC;

		private byte[] payload = {};

		private Map<String, String> headers = Map.of();

		private Overlap overlap = Overlap.ALLOW;

		private CatchUp catchUp = CatchUp.LAST;

		private Duration grace = Duration.ofMinutes(1);

		private Builder(String id, @Nullable CronExpression cron, @Nullable Duration period) {
			Assert.isTrue(ID.matcher(id).matches(),
					() -> "'" + LogText.shortened(id) + "' is not a valid id of a schedule. "
							+ "Allowed are 1 to 200 letters, digits, dots, underscores, hyphens and colons");
			this.id = id;
			this.cron = cron;
			this.period = period;
		}

		/**
		 * {@return this builder} Times that a zone skips in spring do not fire; times
		 * that it repeats in autumn fire twice. Zones with one fixed offset are
		 * normalized, so that {@code UTC} and {@code Z} are the same.
		 * @param zone the time zone of the cron expression, UTC by default
		 */
		public Builder zone(ZoneId zone) {
			this.zone = zone.normalized();
			return this;
		}

		/**
		 * {@return this builder}
		 * @param payload the payload of the jobs, the same for each firing, empty by
		 * default
		 */
		public Builder payload(byte[] payload) {
			this.payload = payload.clone();
			return this;
		}

		/**
		 * {@return this builder}
		 * @param headers the names and values of headers of the jobs, none by default
		 */
		public Builder headers(Map<String, String> headers) {
			this.headers = Map.copyOf(headers);
			return this;
		}

		/**
		 * {@return this builder}
		 * @param overlap what happens if the job of the previous firing is unfinished,
		 * {@link Overlap#ALLOW} by default
		 */
		public Builder overlap(Overlap overlap) {
			this.overlap = overlap;
			return this;
		}

		/**
		 * {@return this builder}
		 * @param catchUp what happens to firings that could not take place in time,
		 * {@link CatchUp#LAST} by default
		 */
		public Builder catchUp(CatchUp catchUp) {
			this.catchUp = catchUp;
			return this;
		}

		/**
		 * {@return this builder}
		 * @param grace how late a firing may be before its catch-up rule decides about
		 * it, 0 to 365 days, 1 minute by default; what is below a millisecond is cut off
		 * @throws IllegalArgumentException if the time is not allowed
		 */
		public Builder grace(Duration grace) {
			Assert.isTrue(!grace.isNegative() && grace.compareTo(AllowedRange.LONGEST) <= 0,
					() -> "The grace of schedule '" + this.id + "' must be between 0 and 365 days, but is " + grace);
			this.grace = Duration.ofMillis(grace.toMillis());
			return this;
		}

		/**
		 * {@return the schedule}
		 */
		public Schedule build() {
			return new Schedule(this);
		}

	}

}
