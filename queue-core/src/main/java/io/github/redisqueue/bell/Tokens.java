package io.github.redisqueue.bell;

import java.util.Collections;
import java.util.List;

import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Script;
import org.jspecify.annotations.Nullable;

/**
 * The tokens in bells.
 */
final class Tokens {

	private static final Script RING = Script.load("bell/ring");

	/** How long a token stays in a list that nobody reads, in ms. */
	private static final int EXPIRY = 3_600_000;

	private Tokens() {
	}

	/**
	 * Redis looks for tokens in the order of the keys. So that all bells take turns,
	 * those behind the one that had the last token come first.
	 */
	static void takeTurns(List<String> keys, @Nullable String last) {
		Collections.sort(keys);
		if (last != null) {
			int found = Collections.binarySearch(keys, last);
			Collections.rotate(keys, -((found >= 0) ? found + 1 : -found - 1));
		}
	}

	/** Pushes a token, unless the list holds it already. */
	static Operation<Boolean> push(String bell, String token) {
		Call call = new Call("of bell " + bell).key(bell).argument(token).argument(1).argument(EXPIRY);
		return new Operation<>(Lane.LEASE, List.of(new Step(RING, call, (reply) -> {
		})).iterator(), () -> true);
	}

}
