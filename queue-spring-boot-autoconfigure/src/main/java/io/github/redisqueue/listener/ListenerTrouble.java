package io.github.redisqueue.listener;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * What keeps a listener from its work.
 *
 * @param reason why
 * @param begin when it began, in terms of {@link System#nanoTime()}
 */
public record ListenerTrouble(String reason, long begin) {

	private static final Duration PATIENCE = Duration.ofSeconds(1);

	/**
	 * For how long all handlers may be busy with the same jobs before they hang, or are
	 * slow.
	 */
	static final Duration LONG = Duration.ofMinutes(1);

	/**
	 * A call that has no reply.
	 * @param work what the call does, as it follows the words "a call that"
	 * @param begin when it began
	 * @return the trouble, or null if the call is no older than a second
	 */
	public static @Nullable ListenerTrouble unanswered(String work, long begin) {
		if (System.nanoTime() - begin <= PATIENCE.toNanos()) {
			return null;
		}
		return new ListenerTrouble("Redis has not answered a call that " + work + " yet", begin);
	}

	/**
	 * All handlers of a listener are busy.
	 * @param begins when they have begun with their jobs
	 * @param now the time
	 * @return the trouble, or null if one has begun within the last minute
	 */
	public static @Nullable ListenerTrouble busy(LongStream begins, long now) {
		long shortest = begins.map((begin) -> now - begin).min().orElse(0);
		return (shortest < LONG.toNanos()) ? null
				: new ListenerTrouble("All handlers are busy, and none has ended since", now - shortest);
	}

	/**
	 * The trouble that has lasted for the longest time.
	 * @param troubles some troubles
	 * @return one of them, or null if there is none
	 */
	public static @Nullable ListenerTrouble longest(Stream<@Nullable ListenerTrouble> troubles) {
		return troubles.filter(Objects::nonNull).max(Comparator.comparing(ListenerTrouble::age)).orElse(null);
	}

	/**
	 * For how long it has lasted.
	 * @return the time until now
	 */
	public Duration age() {
		return Duration.ofNanos(System.nanoTime() - this.begin);
	}

	/**
	 * Since when it has lasted.
	 * @return the time by the clock of this machine
	 */
	public Instant since() {
		return Instant.now().minus(age());
	}

}
