package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;
import io.github.redisqueue.test.FaultyProxy;

/**
 * Holds the replies on the connections of a worker for longer than a lease lasts, while
 * its requests arrive. New connections work.
 *
 * @param end what becomes of the replies
 */
record BlackHole(Replies end) implements Fault {

	@Override
	public String name() {
		return switch (this.end) {
			case LOST -> "black-hole";
			case LATE -> "late-replies";
		};
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		String worker = scene.stage().workers().any(random).name();
		FaultyProxy proxy = scene.stage().servers(StandaloneServer.class).proxy(worker);
		proxy.holdReplies();
		switch (this.end) {
			case LOST -> {
				TimeUnit.MILLISECONDS.sleep(2000 + random.nextInt(3000));
				proxy.cut();
			}
			case LATE -> {
				TimeUnit.MILLISECONDS.sleep(1200 + random.nextInt(600));
				proxy.releaseReplies();
			}
		}
		return NO_FACTS;
	}

	/**
	 * What becomes of replies that were held.
	 */
	enum Replies {

		/** They are lost with their connections. */
		LOST,

		/** They arrive before the client has given up, with leases that have expired. */
		LATE

	}

}
