package io.github.redisqueue.algorithm.delayed;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.algorithm.queue.RedisDeadLetters;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * The {@code delayed} algorithm: a sorted set by ready time, in which a lease raises the
 * score of a job by the lease time. Every operation costs O(log n) per job, where n is
 * the number of jobs in the queue. Suits queues with many or long delays. The order of
 * delayed jobs that become ready in the same millisecond is not guaranteed.
 */
public final class DelayedAlgorithm implements Algorithm {

	private static final Map<Transition, Script> SCRIPTS = Transition.load("delayed");

	private static final Script LOOK = Script.load("delayed/look");

	private static final Script RECLAIM = Script.load("delayed/reclaim");

	private final QueueKeys keys;

	private final List<byte[]> fixed;

	private final QueueSettings settings;

	private final Scripts scripts;

	private final List<String> lookKeys;

	/**
	 * The algorithm for one queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public DelayedAlgorithm(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		this.lookKeys = Stream.of("delayed", "joining", "firings", "paused").map(keys::key).toList();
		this.keys = keys;
		this.fixed = keys.fixed("jobs", "delayed", "tokens", "token", "failures", "crashes", "headers", "paused",
				"completed", "dead", "dead:job", "polled", "clock", "dead:unreadable", "limits", "rate");
		this.settings = settings;
		this.scripts = scripts;
	}

	@Override
	public Script script(Transition transition) {
		return Objects.requireNonNull(SCRIPTS.get(transition));
	}

	@Override
	public Call call() {
		return this.keys.call(this.fixed);
	}

	@Override
	public Script look() {
		return LOOK;
	}

	@Override
	public List<String> lookKeys() {
		return this.lookKeys;
	}

	@Override
	public Optional<CleanReport> light(CleaningTurn turn) {
		CleanReport report = CleanReport.NOTHING;
		CleanReport more;
		do {
			Reply reply = this.scripts.run(RECLAIM,
					turn.addTo(call().argument(this.settings.maxCrashes())
						.argument(this.settings.maxDeadLetters())
						.argument(RedisDeadLetters.crashed())));
			if (reply.size() == 0) {
				return Optional.empty();
			}
			more = new CleanReport(reply.number(0), reply.number(1), 0, reply.list(2).texts());
			report = report.plus(more);
		}
		while (more.reclaimed() + more.buried() > 0);
		return Optional.of(report);
	}

}
