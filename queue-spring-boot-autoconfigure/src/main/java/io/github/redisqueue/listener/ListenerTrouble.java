package io.github.redisqueue.listener;

import java.time.Duration;
import java.time.Instant;

/**
 * What keeps a listener from its work.
 *
 * @param reason why
 * @param begin when it began, in terms of {@link System#nanoTime()}
 */
public record ListenerTrouble(String reason, long begin) {

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
