package io.github.redisqueue.samples.reliability.fault;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;

/**
 * Kills the server with SIGKILL, and starts it again after a while. The operating system
 * goes on, so nothing is lost that the server confirmed.
 *
 * @param outage for how long the server is away
 */
record RestartRedis(Outage outage) implements Fault {

	@Override
	public String name() {
		return switch (this.outage) {
			case SHORT -> "redis-down";
			case LONG -> "redis-down-30s";
		};
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		scene.stage().servers(StandaloneServer.class).crash(this.outage.drawn(random), () -> {
		});
		return NO_FACTS;
	}

	/**
	 * Lengths of outages.
	 */
	enum Outage {

		/** Up to three seconds, which clients may not even notice. */
		SHORT {

			@Override
			Duration drawn(Random random) {
				return Duration.ofMillis(random.nextInt(3000));
			}

		},

		/**
		 * Half a minute, after which all clients have long given up, and look for the
		 * server at longer and longer intervals.
		 */
		LONG {

			@Override
			Duration drawn(Random random) {
				return Duration.ofSeconds(30);
			}

		};

		abstract Duration drawn(Random random);

	}

}
