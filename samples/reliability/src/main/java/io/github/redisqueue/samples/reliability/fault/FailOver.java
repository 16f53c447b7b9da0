package io.github.redisqueue.samples.reliability.fault;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.SentinelServers;
import io.github.redisqueue.samples.reliability.stage.Setting;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.PrivateSentinels;
import org.awaitility.Awaitility;

/**
 * Kills the primary, waits until the sentinels have promoted the replica, and starts the
 * old primary again. What was not yet replicated is lost.
 */
final class FailOver implements Fault {

	private static final long REPLICATION_LAG = 1_000_000;

	private static final Duration PATIENCE = Duration.ofSeconds(40);

	@Override
	public String name() {
		return "sentinel-failover";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS, Effect.LOSES);
	}

	@Override
	public Setting setting() {
		return Setting.SENTINEL;
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) {
		PrivateSentinels sentinels = scene.stage().servers(SentinelServers.class).sentinels();
		PrivateRedis old = sentinels.isPrimary(sentinels.first()) ? sentinels.first() : sentinels.second();
		PrivateRedis next = (old == sentinels.first()) ? sentinels.second() : sentinels.first();
		long losesFrom = Clock.now() - REPLICATION_LAG;
		old.kill();
		// One that is started before would be taken for the primary by some clients.
		Awaitility.await()
			.ignoreExceptions()
			.atMost(PATIENCE)
			.until(() -> sentinels.isPrimary(next) && sentinels.agreeOn(next));
		long losesTo = Clock.now();
		old.restart();
		Awaitility.await().ignoreExceptions().atMost(PATIENCE).until(() -> !sentinels.isPrimary(old));
		return Map.of("losesFrom", losesFrom, "losesTo", losesTo);
	}

}
