package io.github.redisqueue.algorithm.lease;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

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
public final class LeaseAlgorithm implements Algorithm {

	private static final Map<Transition, Script> SCRIPTS = Transition.load("lease");

	private static final Script LOOK = Script.load("lease/look");

	private final LeaseKeys keys;

	private final LeaseCleaner cleaner;

	private final List<String> lookKeys;

	/**
	 * The algorithm for one queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public LeaseAlgorithm(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		this.lookKeys = Stream.of("queue", "delayed", "joining", "firings", "paused").map(keys::key).toList();
		this.keys = new LeaseKeys(keys);
		this.cleaner = new LeaseCleaner(this.keys, scripts, settings);
	}

	@Override
	public Script script(Transition transition) {
		return Objects.requireNonNull(SCRIPTS.get(transition));
	}

	@Override
	public Call call() {
		return this.keys.call();
	}

	@Override
	public Call call(List<String> ids) {
		return this.keys.jobs(ids);
	}

	@Override
	public Call callToAdd(List<String> ids, AddMode mode) {
		return (mode == AddMode.UNCHECKED) ? this.keys.newJobs(ids) : call(ids);
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
		return this.cleaner.light(turn);
	}

}
