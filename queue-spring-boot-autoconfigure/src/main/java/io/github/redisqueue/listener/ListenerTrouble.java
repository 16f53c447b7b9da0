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

	/** For how long all handlers may be busy with the same jobs before they hang. */
	static final Duration LONG = Duration.ofMinutes(1);

	/**
	 * {@return a call that has no reply, or null if it is no older than a second}
	 * @param work what the call does, as it follows the words "a call that"
	 * @param begin when it began
	 */
	public static @Nullable ListenerTrouble unanswered(String work, long begin) {
		return (System.nanoTime() - begin <= PATIENCE.toNanos()) ? null
				: new ListenerTrouble("Redis has not answered a call that " + work + " yet", begin);
	}

	/**
	 * {@return that all handlers of a listener are busy, or null if one has begun within
	 * the last minute}
	 * @param begins when they have begun with their jobs
	 * @param now the time
	 */
	public static @Nullable ListenerTrouble busy(LongStream begins, long now) {
		long shortest = begins.map((begin) -> now - begin).min().orElse(0);
		return (shortest < LONG.toNanos()) ? null
				: new ListenerTrouble("All handlers are busy, and none has ended since", now - shortest);
	}

	/**
	 * {@return the trouble that has lasted for the longest time, or null if there is
	 * none}
	 * @param troubles some troubles
	 */
	public static @Nullable ListenerTrouble longest(Stream<@Nullable ListenerTrouble> troubles) {
		return troubles.filter(Objects::nonNull).max(Comparator.comparing(ListenerTrouble::age)).orElse(null);
	}

	/**
	 * {@return for how long it has lasted}
	 */
	public Duration age() {
		return Duration.ofNanos(System.nanoTime() - this.begin);
	}

	/**
	 * {@return since when it has lasted, by the clock of this machine}
	 */
	public Instant since() {
		return Instant.now().minus(age());
	}

}
