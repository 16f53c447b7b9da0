package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.algorithm.ScriptedQueue;
import io.github.redisqueue.algorithm.delayed.DelayedAlgorithm;
import io.github.redisqueue.algorithm.lease.LeaseAlgorithm;
import io.github.redisqueue.algorithm.list.ListAlgorithm;
import io.github.redisqueue.algorithm.stream.StreamAlgorithm;
import io.github.redisqueue.script.ScriptRunner;

/**
 * A queue in one or more shards, each a queue of the same type in a place of its own,
 * which a Redis Cluster may keep on another node. Thread-safe.
 * <p>
 * <b>The layout is recorded.</b> The number of shards and their type stand in Redis. An
 * instance that is configured otherwise would look for jobs in the wrong places; all its
 * operations throw {@link QueueLayoutException} instead and do nothing. That is looked at
 * before the first operation only.
 * <p>
 * <b>One shard</b> is the queue itself, in its usual place, with nothing added.
 * <p>
 * <b>More than one</b> keep the contract of a queue, with these differences:
 * <ul>
 * <li>A job belongs to the shard that its id tells: the CRC-32 of the id in UTF-8, modulo
 * the number of shards. So ids are unique, and jobs can be cancelled, as ever. But only
 * jobs of one shard are handed out in the order of their age, and only their
 * {@linkplain Lease#token() tokens} can be compared.</li>
 * <li>A call costs one round trip for each shard that it is about. Leasing begins with
 * another shard each time and goes on from shard to shard until it has enough; with
 * nothing to lease, it asks them all. It may bring more than 4 MiB, up to twice as much,
 * if sizes differ widely.</li>
 * <li>Each shard does its part of a call at once and wholly, not all do together. If one
 * fails, the others are called all the same, and then the exception is thrown: what they
 * did stands, and the same call may be repeated. A lease fails only if it brought
 * nothing.</li>
 * <li>The {@linkplain QueueSettings.Retention#maxLength() length} of the dead letters is
 * that of all shards together. It is cut back by cleaning; in between, each shard keeps
 * so many.</li>
 * </ul>
 */
public final class ShardedQueue implements WorkerQueue {

	/** The largest number of shards. */
	public static final int MAX_SHARDS = 1000;

	private final QueueLayout layout;

	private final Shards shards;

	private final QueueSettings settings;

	private final ShardedDeadLetters deadLetters;

	private final AtomicInteger turn = new AtomicInteger();

	/**
	 * A queue.
	 * @param type the type of its shards
	 * @param count the number of its shards, 1 to {@value #MAX_SHARDS}
	 * @param place where it lives in Redis
	 * @param settings its settings
	 * @param scripts runs its scripts
	 * @throws IllegalArgumentException if there cannot be so many shards
	 */
	public ShardedQueue(QueueType type, int count, QueueKeys place, QueueSettings settings, ScriptRunner scripts) {
		this.layout = new QueueLayout(place, type, count, scripts);
		this.shards = new Shards(
				places(place, count).stream().map((shard) -> shard(type, shard, settings, scripts)).toList(),
				this.layout);
		this.settings = settings;
		this.deadLetters = new ShardedDeadLetters(this.shards);
	}

	/**
	 * One shard: a queue whose layout nobody records or checks.
	 * @param type its type
	 * @param keys where it lives in Redis
	 * @param settings its settings
	 * @param scripts runs its scripts
	 * @return the queue
	 */
	public static WorkerQueue shard(QueueType type, QueueKeys keys, QueueSettings settings, ScriptRunner scripts) {
		Algorithm algorithm = switch (type) {
			case LEASE -> new LeaseAlgorithm(keys, settings, scripts);
			case STREAM -> new StreamAlgorithm(keys, settings, scripts);
			case LIST -> new ListAlgorithm(keys, settings, scripts);
			case DELAYED -> new DelayedAlgorithm(keys, settings, scripts);
		};
		return new ScriptedQueue(keys, settings, scripts, algorithm);
	}

	/**
	 * Where the shards of a queue live.
	 * @param place where the queue lives
	 * @param count the number of its shards, 1 to {@value #MAX_SHARDS}
	 * @return the places of its shards, the only one that of the queue itself
	 * @throws IllegalArgumentException if there cannot be so many shards
	 */
	public static List<QueueKeys> places(QueueKeys place, int count) {
		if (count < 1 || count > MAX_SHARDS) {
			throw new IllegalArgumentException(
					"Queue '" + place.queue() + "' cannot have " + count + " shards. Allowed are 1 to " + MAX_SHARDS);
		}
		return (count == 1) ? List.of(place) : IntStream.range(0, count).mapToObj(place::shard).toList();
	}

	/**
	 * Compares the recorded layout with that of this queue, as the first operation does
	 * otherwise.
	 * @throws QueueLayoutException if they differ
	 */
	public void checkLayout() {
		this.layout.check();
	}

	@Override
	public String name() {
		return this.shards.any().name();
	}

	@Override
	public Duration leaseTime() {
		return this.shards.any().leaseTime();
	}

	@Override
	public Set<String> add(Collection<Job> jobs, AddMode mode) {
		Collection<Job> valid = (this.shards.count() > 1) ? ScriptedQueue.byId(jobs).values() : jobs;
		return Shards.gather(this.shards.split(valid, Job::id), (shard, some) -> shard.add(some, mode));
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * The shards are asked in the same order by everyone, each only once the one before
	 * is settled: of two workers with one id, one gets all.
	 */
	@Override
	public boolean checkWorkerId() {
		return this.shards.all().stream().allMatch(WorkerQueue::checkWorkerId);
	}

	@Override
	public LeaseResult lease(int max) {
		List<WorkerQueue> all = this.shards.all();
		if (all.size() == 1) {
			return all.get(0).lease(max);
		}
		ShardedLease round = new ShardedLease(max);
		int first = Math.floorMod(this.turn.getAndIncrement(), all.size());
		int asked = 0;
		do {
			round.ask(all.get((first + asked) % all.size()));
			asked++;
		}
		while (asked < all.size() && round.wantsMore());
		return round.result(all.size());
	}

	@Override
	public Set<Lease> start(Collection<Lease> held) {
		return Shards.gather(split(held), WorkerQueue::start);
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * Also reaches shards of which nothing is held, which is a sign of life for them.
	 */
	@Override
	public Set<Lease> extend(Collection<Lease> held) {
		Map<WorkerQueue, Collection<Lease>> parts = new LinkedHashMap<>();
		this.shards.all().forEach((shard) -> parts.put(shard, List.of()));
		parts.putAll(split(held));
		return Shards.gather(parts, WorkerQueue::extend);
	}

	@Override
	public Set<Lease> complete(Collection<Lease> held) {
		return Shards.gather(split(held), WorkerQueue::complete);
	}

	@Override
	public RetryResult retry(Map<Lease, Failure> failed) {
		Map<WorkerQueue, Map<Lease, Failure>> parts = split(failed);
		Set<Lease> retried = new LinkedHashSet<>();
		Set<Lease> buried = new LinkedHashSet<>();
		Shards.each(parts, (shard, some) -> {
			RetryResult result = shard.retry(some);
			retried.addAll(result.retried());
			buried.addAll(result.buried());
		});
		return new RetryResult(retried, buried);
	}

	@Override
	public Set<Lease> release(Collection<Lease> held) {
		return Shards.gather(split(held), WorkerQueue::release);
	}

	@Override
	public Set<Lease> bury(Map<Lease, Cause> hopeless) {
		return Shards.gather(split(hopeless), WorkerQueue::bury);
	}

	@Override
	public Set<String> cancel(Collection<String> ids) {
		return Shards.gather(this.shards.split(ids, Function.identity()), WorkerQueue::cancel);
	}

	@Override
	public CleanReport clean(CleanDepth depth) {
		List<CleanReport> reports = new ArrayList<>();
		this.shards.each((shard) -> reports.add(shard.clean(depth)));
		if (this.shards.count() > 1) {
			this.deadLetters.trim(this.settings.retention().maxLength());
		}
		return reports.stream().reduce(CleanReport.NOTHING, CleanReport::plus);
	}

	@Override
	public QueueCounts counts() {
		return this.shards.all().stream().map(WorkerQueue::counts).reduce(QueueCounts::plus).orElseThrow();
	}

	@Override
	public void pause() {
		this.shards.each(WorkerQueue::pause);
	}

	@Override
	public void resume() {
		this.shards.each(WorkerQueue::resume);
	}

	@Override
	public DeadLetters deadLetters() {
		return this.deadLetters;
	}

	private Map<WorkerQueue, Collection<Lease>> split(Collection<Lease> held) {
		if (this.shards.count() > 1) {
			ScriptedQueue.checkLeases(name(), held);
		}
		return this.shards.split(held, Lease::id);
	}

	private <V> Map<WorkerQueue, Map<Lease, V>> split(Map<Lease, V> held) {
		ScriptedQueue.checkLeases(name(), held.keySet());
		return this.shards.split(held, Lease::id);
	}

}
