package io.github.redisqueue.algorithm.lease;

import java.time.Duration;
import java.util.Map;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

/**
 * The {@code lease} algorithm: the
 * <a href="https://github.com/MeVitae/redis-work-queue">redis-work-queue</a> protocol
 * 0.3.0, with additional keys that its clients ignore. Foreign clients, which are clients
 * of that protocol in other languages, can add, handle and clean jobs of the same queue
 * at the same time.
 * <p>
 * A queue that is shared with foreign clients has these limits:
 * <ul>
 * <li>Foreign clients do not know delays, pauses and dead letters. A deep clean by a
 * foreign client makes delayed jobs ready, so that foreign workers lease them too
 * early.</li>
 * <li>If a foreign client completes a job and adds a job with the same id again, a late
 * completion of the first job by this library also completes the second one. A delay of
 * the first job also delays the second one.</li>
 * <li>A foreign worker does not notice that its job was cancelled or replaced. When it
 * completes the job, it ends the replacement.</li>
 * <li>A foreign worker moves an id to {@code processing} before it sets the lease. If the
 * lease of this worker has expired, and a foreign cleaner has made the job ready again, a
 * cleaning by this library that runs between these two steps of a foreign worker reclaims
 * the job.</li>
 * </ul>
 */
public final class LeaseAlgorithm extends Algorithm {

	private static final Map<Transition, Script> TRANSITIONS = Transition.load("lease");

	/**
	 * How long an id may be in processing without a lease: foreign clients move the id
	 * before they set the lease.
	 */
	private static final Duration MAX_GRACE = Duration.ofSeconds(1);

	private final long graceMillis;

	/**
	 * The algorithm for one queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public LeaseAlgorithm(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		super(TRANSITIONS, "queue", keys, settings, scripts);
		this.graceMillis = Math.min(settings.leaseTime().toMillis(), MAX_GRACE.toMillis());
	}

	/** Checks each job in processing once. */
	@Override
	protected @Nullable Call reclaiming(@Nullable Reply last) {
		long from = (last != null) ? last.number(0) : 0;
		long began = (last != null) ? last.number(1) : 0;
		return (last == null || from > 0) ? call().argument(from).argument(began).argument(this.graceMillis) : null;
	}

}
