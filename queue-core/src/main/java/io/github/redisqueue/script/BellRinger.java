package io.github.redisqueue.script;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import io.github.redisqueue.LogText;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Rings bells for scripts that cannot reach them on a Redis Cluster, and for those who
 * wait for them. Never waits, so that the caller of a script neither waits for the ring
 * nor fails with it. Tokens that nobody takes expire after an hour, as the script that
 * drains the queue cannot remove them. If a ring is lost, listeners find the job by
 * polling, after the poll interval. Thread-safe.
 */
final class BellRinger {

	private static final Log logger = LogFactory.getLog(BellRinger.class);

	private static final Script RING = Script.load("bell/ring");

	private static final long EXPIRY_MS = 3_600_000;

	private final Scripts scripts;

	/**
	 * The bells that are being rung, and how many tokens have been wanted since that
	 * began. The script pushes what is missing, so the largest number is enough for
	 * several rings.
	 */
	private final Map<Call.Bell, Integer> wanted = new ConcurrentHashMap<>();

	BellRinger(Scripts scripts) {
		this.scripts = scripts;
	}

	/**
	 * Rings a bell, as soon as the ring under way has ended.
	 * @param bell the key of the bell, and the token
	 * @param tokens how many tokens the bell has to hold
	 */
	void ring(Call.Bell bell, int tokens) {
		if (this.wanted.putIfAbsent(bell, 0) == null) {
			push(bell, tokens);
		}
		else if (this.wanted.computeIfPresent(bell, (key, others) -> Math.max(others, tokens)) == null) {
			// The ring has just ended.
			ring(bell, tokens);
		}
	}

	private void push(Call.Bell bell, int tokens) {
		Call call = new Call("of bell " + bell.key()).key(bell.key())
			.argument(bell.token())
			.argument(tokens)
			.argument(EXPIRY_MS);
		Step step = new Step(RING, call, (reply) -> {
		});
		this.scripts.start(new Operation<>(Lane.LEASE, List.of(step).iterator(), () -> true))
			.whenComplete((pushed, failure) -> {
				if (failure != null) {
					logger.debug(
							"Cannot ring the bell '" + LogText.of(bell.key()) + "'. Listeners find the jobs by polling",
							failure);
				}
				onEnd(bell);
			});
	}

	private void onEnd(Call.Bell bell) {
		if (!this.wanted.remove(bell, 0)) {
			push(bell, Objects.requireNonNull(this.wanted.replace(bell, 0)));
		}
	}

}
