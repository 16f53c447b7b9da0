package io.github.redisqueue.algorithm.stream;

import java.util.Map;
import java.util.Optional;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

/**
 * The {@code stream} algorithm: a stream with a
 * <a href="https://redis.io/docs/latest/commands/xreadgroup/">consumer group</a>, whose
 * pending entries are the leased jobs. For each pending entry the server itself records
 * the consumer, the idle time and the number of deliveries, from which instances detect
 * expired leases. Leasing takes over jobs with an expired lease before it leases new
 * ones. Cleaning puts such jobs at the tail.
 */
public final class StreamAlgorithm extends Algorithm {

	private static final Map<Transition, Script> TRANSITIONS = Transition.load("stream");

	private static final Script REMOVE_IDLE_CONSUMERS = Script.load("stream/remove_idle_consumers");

	private final Scripts scripts;

	private final long leaseMillis;

	/**
	 * The algorithm for one queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public StreamAlgorithm(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		super(TRANSITIONS, "stream", keys, settings, scripts);
		this.scripts = scripts;
		this.leaseMillis = settings.leaseTime().toMillis();
	}

	/** Removes idle consumers, too. */
	@Override
	public Optional<CleanReport> light(CleaningTurn turn) {
		Optional<CleanReport> report = super.light(turn);
		if (report.isPresent()) {
			this.scripts.run(REMOVE_IDLE_CONSUMERS, call().argument(this.leaseMillis));
		}
		return report;
	}

	/** Checks each pending entry once. */
	@Override
	protected @Nullable Call reclaiming(@Nullable Reply last) {
		String from = (last != null) ? last.requiredText(0) : "";
		return (last == null || !from.isEmpty()) ? call().argument(from).argument(this.leaseMillis) : null;
	}

}
