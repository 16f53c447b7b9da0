package io.github.redisqueue.algorithm.stream;

import java.util.Optional;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.queue.RedisDeadLetters;
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

	private final StreamKeys keys;

	private final Scripts scripts;

	private final QueueSettings settings;

	StreamCleaner(StreamKeys keys, Scripts scripts, QueueSettings settings) {
		this.keys = keys;
		this.scripts = scripts;
		this.settings = settings;
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

}
