package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.Groups;
import io.github.redisqueue.LogText;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Script;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * The limits on leasing that all instances of a queue share. Each instance records its
 * own before it leases for the first time, so those of the newest instance hold. The
 * scripts that lease read the record. Thread-safe.
 */
final class LeaseLimits {

	private static final Log logger = LogFactory.getLog(LeaseLimits.class);

	private static final Script RECORD = Script.load("limits/record");

	private static final Script REFUND = Script.load("limits/refund");

	private static final String NONE = "";

	/** As {@code parse_limits} of {@code limits.lua} names them. */
	private static final Pattern NUMBERS = Pattern
		.compile("(?<jobs>\\d{1,9}) (?<periodUs>\\d{1,18}) (?<burst>\\d{1,9}) (?<maxLeased>\\d{1,10})"
				+ " (?<maxOpen>\\d{1,9}) (?<spacingUs>\\d{1,18})");

	private final QueueKeys keys;

	/** As the scripts read it, empty if there are none. */
	final String text;

	/** Whether this instance has recorded its limits. */
	volatile boolean recorded;

	LeaseLimits(QueueKeys keys, QueueSettings settings) {
		this.keys = keys;
		this.text = text(settings);
	}

	private static String text(QueueSettings settings) {
		RateLimit rate = settings.rateLimit();
		Groups groups = settings.groups();
		if (!settings.limited() && groups == null) {
			return NONE;
		}
		return Stream
			.of((rate != null) ? rate.jobs() : 0, (rate != null) ? micros(rate.period()) : 0,
					(rate != null) ? rate.burst() : 0, settings.maxLeased(),
					(groups != null) ? groups.maxConcurrent() : 0, (groups != null) ? micros(groups.spacing()) : 0)
			.map(String::valueOf)
			.collect(Collectors.joining(" "));
	}

	private static long micros(Duration duration) {
		return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
	}

	/** Records the limits of this instance. */
	Step record() {
		return new Step(RECORD, this.keys.callWith("limits", "dead").argument(this.text),
				(reply) -> compare(reply.text(0)));
	}

	private void compare(@Nullable String before) {
		this.recorded = true;
		if (before != null && !before.equals(this.text)) {
			logger.warn("The limits of queue '" + this.keys.queue() + "' (key '" + this.keys.key("limits")
					+ "') were recorded in Redis as " + describe(before)
					+ "; this instance, which is newer, replaces them by " + describe(this.text)
					+ ". They hold for all instances, so configure all with the same limits");
		}
	}

	/** As an operator would write them in the configuration. */
	private static String describe(String text) {
		try {
			return text.equals(NONE) ? "none" : describe(NUMBERS.matcher(text));
		}
		catch (IllegalArgumentException ex) {
			return "'" + LogText.shortened(text) + "'";
		}
	}

	private static String describe(Matcher numbers) {
		Assert.isTrue(numbers.matches(), "No limits");
		List<String> limits = new ArrayList<>();
		if (!numbers.group("jobs").equals("0")) {
			Duration period = Duration.of(Long.parseLong(numbers.group("periodUs")), ChronoUnit.MICROS);
			limits.add("rate-limit " + new RateLimit(Integer.parseInt(numbers.group("jobs")), period,
					Integer.parseInt(numbers.group("burst"))));
		}
		if (!numbers.group("maxLeased").equals("0")) {
			limits.add("max-leased " + numbers.group("maxLeased"));
		}
		if (!numbers.group("maxOpen").equals("0")) {
			limits.add("groups.max-concurrent " + numbers.group("maxOpen"));
		}
		if (!numbers.group("spacingUs").equals("0")) {
			limits.add("groups.rate 1/" + Duration.of(Long.parseLong(numbers.group("spacingUs")), ChronoUnit.MICROS));
		}
		return String.join(", ", limits);
	}

	/** Gives back what the rate was used for by jobs that nobody handles. */
	Step refund(int jobs) {
		return new Step(REFUND, this.keys.callWith("limits", "rate", "dead").argument(jobs), (reply) -> {
		});
	}

}
