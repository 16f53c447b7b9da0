package io.github.redisqueue.algorithm.lease;

import java.util.Map;
import java.util.Objects;
import java.util.List;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.ScriptRunner;

/**
 * The {@code lease} algorithm: the
 * <a href="https://github.com/MeVitae/redis-work-queue">redis-work-queue</a> protocol
 * 0.3.0, extended by what its clients do not look at. Clients of that protocol in other
 * languages can add to, work off and clean the same queue at the same time.
 * <p>
 * What cannot be had with foreign clients: they see no delays (a foreign deep clean
 * pushes delayed jobs into the queue, where foreign workers take them early), no pause
 * and no dead letters. If one of them completes a job and adds its id anew, a late
 * completion by us of the first life ends the second, and a delay of the first life holds
 * up the second. If our lease runs out, a foreign cleaner requeues the job and a foreign
 * worker is just between its move and its lease, a cleaning of ours takes the job back.
 * Ids that are not UTF-8 are not supported.
 */
public final class LeaseAlgorithm implements Algorithm {

	private static final Map<Transition, Script> SCRIPTS = Transition.load("lease");

	private final LeaseKeys keys;

	private final LeaseCleaner cleaner;

	/**
	 * The algorithm for one queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public LeaseAlgorithm(QueueKeys keys, QueueSettings settings, ScriptRunner scripts) {
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
		return (mode == AddMode.UNIQUE) ? this.keys.newJobs(ids) : call(ids);
	}

	@Override
	public CleanReport light() {
		return this.cleaner.light();
	}

	@Override
	public CleanReport deep() {
		return this.cleaner.deep();
	}

}
