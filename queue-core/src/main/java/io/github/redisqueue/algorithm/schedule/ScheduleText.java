package io.github.redisqueue.algorithm.schedule;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.Schedule.Overlap;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a schedule in Redis, a list of fields which {@code lib/schedules.lua}
 * describes.
 */
final class ScheduleText {

	private static final String EVERY = "every ";

	private static final String CRON = "cron ";

	/** Enough that no two definitions have the same digest by chance. */
	private static final int DIGEST_BYTES = 16;

	private ScheduleText() {
	}

	/**
	 * Adds the id and the definition as arguments: the digest, and the fields in the
	 * order in which {@link #decode} reads them.
	 */
	static Call addTo(Call call, Schedule schedule) {
		// In an order that is the same for all instances, as digests are compared.
		byte[] headers = Fields.encode(new TreeMap<>(schedule.headers()));
		List<String> texts = List.of(trigger(schedule), lower(schedule.overlap()), lower(schedule.catchUp()),
				Long.toString(schedule.grace().toMillis()));
		call.argument(schedule.id()).argument(digest(texts, headers, schedule.payload()));
		texts.forEach(call::argument);
		return call.argument(headers).argument(schedule.payload());
	}

	private static String trigger(Schedule schedule) {
		Duration period = schedule.period();
		return (period != null) ? EVERY + period.toMillis()
				: CRON + schedule.zone().getId() + " " + schedule.expression();
	}

	private static String lower(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT);
	}

	private static String digest(List<String> texts, byte[] headers, byte[] payload) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			texts.forEach((text) -> digest.update((text + "\n").getBytes(StandardCharsets.UTF_8)));
			digest.update((headers.length + "\n").getBytes(StandardCharsets.UTF_8));
			digest.update(headers);
			digest.update(payload);
			return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** The digest in a definition, empty if there is none. */
	static String digest(byte @Nullable [] definition) {
		return (definition != null) ? Objects.requireNonNullElse(Fields.text(Fields.decode(definition).get(0)), "")
				: "";
	}

	/** The schedule in a definition; null if it is none: others may have written it. */
	static @Nullable Schedule schedule(String id, byte @Nullable [] definition) {
		try {
			return (definition != null) ? decode(id, Fields.decode(definition)) : null;
		}
		catch (IllegalArgumentException | IndexOutOfBoundsException | NullPointerException | DateTimeException
				| ArithmeticException ex) {
			return null;
		}
	}

	private static Schedule decode(String id, List<byte @Nullable []> fields) {
		return builder(id, text(fields, 1)).overlap(Overlap.valueOf(text(fields, 2).toUpperCase(Locale.ROOT)))
			.catchUp(CatchUp.valueOf(text(fields, 3).toUpperCase(Locale.ROOT)))
			.grace(Duration.ofMillis(Long.parseLong(text(fields, 4))))
			.headers(Fields.decodeHeaders(fields.get(5)))
			.payload(Objects.requireNonNull(fields.get(6)))
			.build();
	}

	private static Schedule.Builder builder(String id, String trigger) {
		if (trigger.startsWith(EVERY)) {
			return Schedule.every(id, Duration.ofMillis(Long.parseLong(trigger.substring(EVERY.length()))));
		}
		int space = trigger.indexOf(' ', CRON.length());
		return Schedule.cron(id, trigger.substring(space + 1)).zone(ZoneId.of(trigger.substring(CRON.length(), space)));
	}

	private static String text(List<byte @Nullable []> fields, int index) {
		return Objects.requireNonNull(Fields.text(fields.get(index)));
	}

}
