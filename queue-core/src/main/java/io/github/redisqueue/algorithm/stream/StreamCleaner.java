package io.github.redisqueue.algorithm.stream;

import java.util.Optional;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.Leftovers;
import io.github.redisqueue.algorithm.RedisDeadLetters;
import io.github.redisqueue.algorithm.ScanPace;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * Cleans a {@code stream} queue. Thread-safe. Several cleaners may clean one queue at the
 * same time, and a crash of one at any point does no harm.
 */
final class StreamCleaner {

	private static final Script RECLAIM = Script.load("stream/reclaim");

	private static final Script REMOVE_IDLE_CONSUMERS = Script.load("stream/remove_idle_consumers");

	private static final Script HEAL = Script.load("stream/heal");

	private static final Script SWEEP = Script.load("stream/sweep");

	/** How many jobs a call looks at, each of which costs several look-ups. */
	private static final int MAX_HEALED = 100;

	private final StreamKeys keys;

	private final Scripts scripts;

	private final QueueSettings settings;

	private final Leftovers leftovers;

	StreamCleaner(StreamKeys keys, Scripts scripts, QueueSettings settings) {
		this.keys = keys;
		this.scripts = scripts;
		this.settings = settings;
		this.leftovers = new Leftovers(scripts, SWEEP, keys::call, StreamKeys.EXTRAS, keys.queueKeys());
	}

	/**
	 * Checks each pending entry once, reclaims jobs with an expired lease, and removes
	 * idle consumers. Empty if another instance has the turn.
	 */
	Optional<CleanReport> light(CleaningTurn turn) {
		CleanReport report = CleanReport.NOTHING;
		String from = "";
		do {
			Reply reply = this.scripts.run(RECLAIM,
					turn.addTo(this.keys.call()
						.argument(from)
						.argument(this.settings.leaseTime().toMillis())
						.argument(this.settings.maxCrashes())
						.argument(this.settings.maxDeadLetters())
						.argument(RedisDeadLetters.crashed())));
			if (reply.size() == 0) {
				return Optional.empty();
			}
			from = reply.requiredText(0);
			report = report
				.plus(new CleanReport(reply.number(1), reply.number(2), reply.number(3), reply.list(4).texts()));
		}
		while (!from.isEmpty());
		this.scripts.run(REMOVE_IDLE_CONSUMERS, this.keys.call().argument(this.settings.leaseTime().toMillis()));
		return Optional.of(report);
	}

	/**
	 * Makes jobs ready that no worker would otherwise lease, and removes leftovers of
	 * ended jobs.
	 */
	CleanReport deep() {
		return heal().plus(CleanReport.of(0, this.leftovers.drop()));
	}

	private CleanReport heal() {
		CleanReport report = CleanReport.NOTHING;
		String cursor = "0";
		ScanPace pace = new ScanPace(MAX_HEALED);
		do {
			Reply reply = this.scripts.run(HEAL, this.keys.call().argument(cursor).argument(pace.count()));
			cursor = reply.requiredText(0);
			report = report.plus(CleanReport.of(reply.number(1), reply.number(2)));
			pace.onRead(reply.number(3));
		}
		while (!cursor.equals("0"));
		return report;
	}

}
