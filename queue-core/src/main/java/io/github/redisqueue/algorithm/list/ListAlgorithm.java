package io.github.redisqueue.algorithm.list;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.UUID;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

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
public final class ListAlgorithm extends Algorithm {

	private static final Map<Transition, Script> TRANSITIONS = Transition.load("list");

	/** That of this run: 48 random bits tell it from earlier ones. */
	private final String privateList;

	private final Heartbeat heartbeat;

	/**
	 * The algorithm for one queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public ListAlgorithm(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		super(TRANSITIONS, "queue", keys, settings, scripts);
		this.privateList = keys
			.key("processing:" + settings.worker() + "#" + UUID.randomUUID().toString().substring(24));
		this.heartbeat = new Heartbeat(this, settings.leaseTime());
	}

	/** With the private list of this run. */
	@Override
	public Call call() {
		return super.call().key(this.privateList);
	}

	/** Each call is about one worker whose heartbeat has stopped. */
	@Override
	protected @Nullable Call reclaiming(@Nullable Reply last) {
		return (last == null || last.number(0) == 1) ? call() : null;
	}

	@Override
	public Iterator<Step> alive(Collection<HeldLease> held) {
		return this.heartbeat.beat(held);
	}

}
