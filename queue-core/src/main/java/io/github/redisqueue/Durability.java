package io.github.redisqueue;

import java.time.Duration;

import org.springframework.util.Assert;

/**
 * Which confirmation an addition waits for, so that a job survives a failure of the
 * primary or of its machine. A confirmation makes the loss of a job less likely, but a
 * failover may still promote a replica that has not confirmed it.
 *
 * @param replicas how many replicas have to have the jobs
 * @param appendOnlyFile whether the primary, and so many replicas, have to have them in
 * their append-only files on disk
 * @param timeout how long to wait for that, for each shard; 1 ms to 1 hour
 */
public record Durability(int replicas, boolean appendOnlyFile, Duration timeout) {

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if a value is not allowed
	 */
	public Durability {
		AllowedRange.check("The number of replicas that confirm an addition", appendOnlyFile ? 0 : 1, replicas, 100);
		Assert.isTrue(timeout.compareTo(Duration.ofMillis(1)) >= 0 && timeout.compareTo(Duration.ofHours(1)) <= 0,
				() -> "The timeout of a confirmation must be between 1 ms and 1 hour, but is " + timeout);
	}

	/**
	 * {@return that replicas have the jobs, in memory ({@code WAIT})}
	 * @param count how many replicas, 1 to 100
	 * @param timeout how long to wait for each shard, 1 ms to 1 hour
	 */
	public static Durability replicas(int count, Duration timeout) {
		return new Durability(count, false, timeout);
	}

	/**
	 * {@return that the primary and replicas have the jobs in their append-only files on
	 * disk ({@code WAITAOF})} Needs Redis 7.2 or later with {@code appendonly yes}.
	 * @param replicas how many replicas beside the primary, 0 to 100
	 * @param timeout how long to wait for each shard, 1 ms to 1 hour
	 */
	public static Durability appendOnlyFile(int replicas, Duration timeout) {
		return new Durability(replicas, true, timeout);
	}

}
