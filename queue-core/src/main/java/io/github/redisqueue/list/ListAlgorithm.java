package io.github.redisqueue.list;

import java.util.Collection;
import java.util.List;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.redis.Algorithm;
import io.github.redisqueue.redis.Call;
import io.github.redisqueue.redis.QueueKeys;
import io.github.redisqueue.redis.Script;
import io.github.redisqueue.redis.ScriptSet;
import io.github.redisqueue.redis.Scripts;

/**
 * The {@code list} algorithm: the
 * <a href="https://redis.io/docs/latest/commands/lmove/#pattern-reliable-queue">reliable
 * list</a>. Leased jobs move to a private list of their worker, whose heartbeat is one
 * for all of them: a lease costs no key of its own, and extending any number of them one
 * write. So they also end together, a lease time after the last sign of life of their
 * worker.
 * <p>
 * One of these is one boot of a worker. It takes up first what earlier boots with the
 * same worker id left. While another boot lives under that id, leasing throws
 * {@link io.github.redisqueue.DuplicateWorkerException}; that it lives is known as soon
 * as it has shown so twice, until then this one leases too.
 */
public final class ListAlgorithm implements Algorithm {

	private static final ScriptSet SCRIPTS = new ScriptSet(ListAlgorithm.class);

	private final ListKeys keys;

	private final ListCleaner cleaner;

	private final Heartbeat heartbeat;

	/**
	 * The algorithm for one queue.
	 * @param place where the queue lives in Redis
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public ListAlgorithm(QueueKeys place, QueueSettings settings, Scripts scripts) {
		this.keys = new ListKeys(place, settings.worker());
		this.cleaner = new ListCleaner(this.keys, scripts, settings);
		this.heartbeat = new Heartbeat(this.keys, scripts, settings.leaseTime());
	}

	@Override
	public Script script(Transition transition) {
		return SCRIPTS.get(transition);
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
	public CleanReport light() {
		return this.cleaner.light();
	}

	@Override
	public CleanReport deep() {
		return this.cleaner.deep();
	}

	@Override
	public void alive(Collection<Lease> held) {
		this.heartbeat.beat(held);
	}

}
