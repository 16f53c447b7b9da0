package io.github.redisqueue.algorithm;

import java.time.Duration;
import java.util.UUID;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Script;

/**
 * The turn of this instance to clean a queue or a shard. The first script of the cleaning
 * takes the turn if nobody has it; other instances then skip the round. Not thread-safe.
 */
public final class CleaningTurn {

	private static final Script FREE = Script.load("turn/free");

	/** In what time light cleanings look at all that one of them may look at in part. */
	private static final Duration CYCLE = Duration.ofSeconds(40);

	private final QueueKeys keys;

	private final String key;

	/** How long the turn lasts, in ms; 0 if the caller cleans without a turn. */
	private final long millis;

	/** How much a light cleaning looks at of what it may look at in part: 1 for all. */
	final double share;

	/** Distinguishes this turn from others of the same instance too. */
	private final String holder;

	private boolean asked;

	private CleaningTurn(QueueKeys keys, CleanDepth depth, long millis, double share) {
		this.keys = keys;
		this.key = keys.key((depth == CleanDepth.LIGHT) ? "turn:light" : "turn:deep");
		this.millis = millis;
		this.share = share;
		this.holder = UUID.randomUUID().toString();
	}

	/**
	 * A turn of a round, which ends when four fifths of the interval have passed: those
	 * who clean at the same interval come later.
	 * @param keys the keys of the queue
	 * @param depth how thoroughly to clean
	 * @param interval the interval of rounds, 1 ms to 365 days
	 * @return the turn
	 * @throws IllegalArgumentException if the interval is too short or too long
	 */
	public static CleaningTurn ofRound(QueueKeys keys, CleanDepth depth, Duration interval) {
		if (interval.compareTo(Duration.ofMillis(1)) < 0 || interval.compareTo(Duration.ofDays(365)) > 0) {
			throw new IllegalArgumentException(
					"An interval of cleanings must be between 1 ms and 365 days, but is " + interval);
		}
		double share = (depth == CleanDepth.DEEP) ? 1 : Math.min(1, (double) interval.toMillis() / CYCLE.toMillis());
		return new CleaningTurn(keys, depth, Math.max(1, interval.toMillis() / 5 * 4), share);
	}

	/**
	 * A cleaning at once, whoever else cleans.
	 * @param keys the keys of the queue
	 * @param depth how thoroughly to clean
	 * @return the turn, which nobody has to wait for
	 */
	public static CleaningTurn atOnce(QueueKeys keys, CleanDepth depth) {
		return new CleaningTurn(keys, depth, 0, 1);
	}

	/**
	 * Adds to a call of the cleaning what {@code turn.lua} needs: the key as the last
	 * key; the holder and the time as the last arguments before the shard to wake for.
	 * Only the first call asks for the turn. An empty reply says that another instance
	 * has it.
	 */
	Call addTo(Call call) {
		call.key(this.key).argument(this.holder).argument(this.asked ? 0 : this.millis);
		this.asked = true;
		return call;
	}

	/**
	 * Lets another instance clean in this round.
	 * @param algorithm that of the queue
	 */
	public void free(Algorithm algorithm) {
		if (this.millis > 0) {
			Call call = new Call(this.keys.queue()).key(this.key).argument(this.holder);
			algorithm.scripts().run(algorithm.operation(FREE, call));
		}
	}

}
