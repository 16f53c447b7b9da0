package io.github.redisqueue.algorithm.list;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * The {@code list} algorithm: the
 * <a href="https://redis.io/docs/latest/commands/lmove/#pattern-reliable-queue">reliable
 * list</a>. Leasing moves jobs to a private list of the worker. A lease needs no key of
 * its own: one heartbeat of the worker extends all its leases with one write. All leases
 * of a worker therefore expire together, one lease time after its last heartbeat.
 * <p>
 * An instance of this class is one run of a worker. It first leases the jobs that earlier
 * runs with the same worker id left, once their leases have expired.
 */
public final class ListAlgorithm implements Algorithm {

	private static final Map<Transition, Script> SCRIPTS = Transition.load("list");

	private static final Script LOOK = Script.load("list/look");

	private final ListKeys keys;

	private final ListCleaner cleaner;

	private final Heartbeat heartbeat;

	private final List<String> lookKeys;

	/**
	 * The algorithm for one queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public ListAlgorithm(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		this.lookKeys = Stream.of("queue", "delayed", "joining", "firings", "paused").map(keys::key).toList();
		this.keys = new ListKeys(keys, settings.worker());
		this.cleaner = new ListCleaner(this.keys, scripts, settings);
		this.heartbeat = new Heartbeat(this.keys, settings);
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

	@Override
	public Iterator<Step> alive(Collection<HeldLease> held) {
		return this.heartbeat.beat(held);
	}

}
