package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import io.github.redisqueue.AllowedRange;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.algorithm.ScanPace;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;

/**
 * One cleaning of a queue or a shard: its turn, and what it begins with at each depth.
 * The first script takes the turn if nobody has it; other instances then skip the round.
 * Not thread-safe.
 */
final class Cleaning {

	private static final Script FREE = Script.load("turn/free");

	/** In what time light cleanings look at all that one of them may look at in part. */
	private static final Duration CYCLE = Duration.ofSeconds(40);

	/** How many groups a call looks at, for each of which it may read a job. */
	private static final int MAX_GROUPS = 200;

	/** How many groups a round looks at if its share would be fewer. */
	private static final int MIN_OF_ROUND = 2000;

	/** For longer than two rounds are apart that look at less than all. */
	private static final long KEPT_MS = 600_000;

	private final Algorithm algorithm;

	private final String key;

	/** How long the turn lasts, in ms; 0 if the caller cleans without a turn. */
	private final long millis;

	/** How much a light cleaning looks at of what it may look at in part: 1 for all. */
	private final double share;

	/** Distinguishes this turn from others of the same instance too. */
	private final String holder = UUID.randomUUID().toString();

	/** Whether a call has asked for the turn, so that the others need not. */
	private boolean asked;

	private Cleaning(Algorithm algorithm, CleanDepth depth, long millis, double share) {
		this.algorithm = algorithm;
		this.key = algorithm.keys().key((depth == CleanDepth.LIGHT) ? "turn:light" : "turn:deep");
		this.millis = millis;
		this.share = share;
	}

	/**
	 * A cleaning of a round, whose turn ends when four fifths of the interval have
	 * passed: those who clean at the same interval come later.
	 * @param interval the interval of rounds, 1 ms to 365 days
	 * @throws IllegalArgumentException if the interval is too short or too long
	 */
	static Cleaning ofRound(Algorithm algorithm, CleanDepth depth, Duration interval) {
		AllowedRange.check("An interval of cleanings", Duration.ofMillis(1), interval);
		double share = (depth == CleanDepth.DEEP) ? 1 : Math.min(1, (double) interval.toMillis() / CYCLE.toMillis());
		return new Cleaning(algorithm, depth, Math.max(1, interval.toMillis() / 5 * 4), share);
	}

	/** A cleaning at once, whoever else cleans: nobody has to wait for its turn. */
	static Cleaning atOnce(Algorithm algorithm, CleanDepth depth) {
		return new Cleaning(algorithm, depth, 0, 1);
	}

	/**
	 * Reclaims the jobs of crashed workers: {@link CleanDepth#LIGHT}. Several instances
	 * may do so at the same time, and a crash of one at any point does no harm.
	 * @return the numbers of jobs and leftovers, empty if another instance has the turn
	 */
	Optional<CleanReport> light() {
		CleanReport report = CleanReport.NOTHING;
		String from = "";
		do {
			// The key of turn.lua is the last key; the holder and the time are the last
			// arguments before the shard to wake for. Only the first call asks for the
			// turn.
			Call call = this.algorithm.call()
				.key(this.key)
				.argument(from)
				.argument(this.algorithm.settings().leaseTime().toMillis());
			this.algorithm.addCrashLimits(call).argument(this.holder).argument(this.asked ? 0 : this.millis);
			this.asked = true;
			Reply reply = this.algorithm.run(Transition.RECLAIM, call);
			// Another instance has it.
			if (reply.size() == 0) {
				return Optional.empty();
			}
			from = reply.requiredText(0);
			report = report
				.plus(new CleanReport(reply.number(1), reply.number(2), reply.number(3), reply.list(4).texts()));
		}
		while (!from.isEmpty());
		return Optional.of(report.plus(mendGroups()));
	}

	/**
	 * Opens the next jobs of groups in place of jobs that are gone, as an aborted script,
	 * a foreign client or a lost key leaves them. A share looks at a part of the groups
	 * in which jobs wait, from where the last call with a share ended.
	 */
	private CleanReport mendGroups() {
		boolean all = this.share >= 1;
		long freed = 0;
		long looked = 0;
		double most;
		String cursor = all ? "" : "+";
		ScanPace pace = new ScanPace(MAX_GROUPS);
		do {
			Call call = this.algorithm.call()
				.key(this.algorithm.keys().key("turn:groups"))
				.argument(cursor)
				.argument(pace.count())
				.argument(all ? 0 : KEPT_MS);
			Reply reply = this.algorithm.run(Transition.MEND_GROUPS, call);
			cursor = reply.requiredText(0);
			freed += reply.number(1);
			pace.onRead(reply.number(2));
			looked += reply.number(3);
			most = all ? Double.MAX_VALUE : Math.max(MIN_OF_ROUND, reply.number(4) * this.share);
		}
		while (!cursor.equals("0") && looked < most);
		return CleanReport.of(0, freed);
	}

	/**
	 * Lets another instance clean in this round, since this one has failed. If that fails
	 * too, the turn ends by itself.
	 */
	void freeAfter(RuntimeException failure) {
		try {
			if (this.millis > 0) {
				Call call = new Call(this.algorithm.keys().queue()).key(this.key).argument(this.holder);
				this.algorithm.run(FREE, call);
			}
		}
		catch (RuntimeException ex) {
			failure.addSuppressed(ex);
		}
	}

}
