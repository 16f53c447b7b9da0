package io.github.redisqueue.algorithm.delayed;

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
 * The {@code delayed} algorithm: a sorted set by ready time, in which a lease raises the
 * score of a job by the lease time. Every operation costs O(log n) per job, where n is
 * the number of jobs in the queue. Suits queues with many or long delays. The order of
 * delayed jobs that become ready in the same millisecond is not guaranteed.
 */
public final class DelayedAlgorithm extends Algorithm {

	private static final Map<Transition, Script> TRANSITIONS = Transition.load("delayed");

	/**
	 * The algorithm for one queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public DelayedAlgorithm(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		super(TRANSITIONS, "delayed", keys, settings, scripts);
	}

	/** As long as a call finds any: what it reclaims is ready then. */
	@Override
	protected @Nullable Call reclaiming(@Nullable Reply last) {
		return (last == null || last.number(0) + last.number(1) > 0) ? call() : null;
	}

}
