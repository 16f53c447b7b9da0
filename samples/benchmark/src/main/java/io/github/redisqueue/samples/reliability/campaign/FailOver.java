package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.PrivateSentinels;
import org.awaitility.Awaitility;

/**
 * Lets the sentinels promote the replica, and waits until the old primary is a replica.
 * What was not yet replicated is lost. The constants say what the old primary does during
 * the failover.
 */
enum FailOver {

	/** It is away, and started again after the failover. */
	KILLED,

	/** It goes on, as nothing is wrong. */
	ANSWERS,

	/** It hangs, and goes on long after the failover. */
	HANGS,

	/** It hangs, and goes on as soon as the failover has ended. */
	RETURNS;

	private static final long REPLICATION_LAG = 1_000_000;

	/** How long after all sentinels have told it clients may stay with a primary. */
	private static final long LEAVING = 2_000_000;

	private static final Duration PATIENCE = Duration.ofSeconds(40);

	private static final Duration POLL = Duration.ofMillis(50);

	Map<String, Object> strike(Scene scene) throws InterruptedException {
		PrivateSentinels sentinels = scene.stage().servers(SentinelServers.class).sentinels();
		PrivateRedis first = sentinels.isPrimary(sentinels.first()) ? sentinels.first() : sentinels.second();
		PrivateRedis next = (first == sentinels.first()) ? sentinels.second() : sentinels.first();
		long losesFrom = Clock.now() - REPLICATION_LAG;
		begin(first, sentinels);
		long silent = Clock.now();
		await(() -> sentinels.isPrimary(next));
		long promoted = Clock.now();
		// One that is started before would be taken for the primary by some clients.
		await(() -> sentinels.agreeOn(next));
		long agreed = Clock.now();
		end(first);
		await(() -> !sentinels.isPrimary(first));
		long losesTo = switch (this) {
			case KILLED, HANGS -> silent;
			case ANSWERS, RETURNS -> agreed + LEAVING;
		};
		return Map.of("losesFrom", losesFrom, "losesTo", losesTo, "healed", promoted);
	}

	private void begin(PrivateRedis primary, PrivateSentinels sentinels) {
		switch (this) {
			case KILLED -> primary.kill();
			case HANGS, RETURNS -> primary.freeze();
			// Refused until the sentinels know that the replica can be promoted.
			case ANSWERS -> await(() -> {
				sentinels.failover();
				return true;
			});
		}
	}

	private void end(PrivateRedis primary) throws InterruptedException {
		switch (this) {
			case KILLED -> primary.restart();
			case HANGS -> {
				TimeUnit.SECONDS.sleep(6);
				primary.thaw();
			}
			case RETURNS -> primary.thaw();
			case ANSWERS -> {
			}
		}
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().ignoreExceptions().pollInterval(POLL).atMost(PATIENCE).until(condition);
	}

}
