package io.github.redisqueue.algorithm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;

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
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Fields;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.ScriptRunner;
import org.jspecify.annotations.Nullable;

/**
 * A queue whose transitions are the scripts of an algorithm. Thread-safe.
 */
public final class ScriptedQueue implements WorkerQueue {

	private static final int MAX_ID_LENGTH = 500;

	private static final Instant END_OF_TIME = Instant.parse("9999-12-31T00:00:00Z");

	/**
	 * How long, in ns, a queue without leased jobs counts as idle. Leases of other
	 * instances may expire sooner than those of this one.
	 */
	private static final long MAX_IDLE = 2_000_000_000;

	/** What a search for an id counts for in a batch: 20 of them are one batch. */
	private static final int BYTES_OF_A_SEARCH = (int) (Batches.MAX_BYTES / 20);

	private final QueueKeys keys;

	private final QueueSettings settings;

	private final ScriptRunner scripts;

	private final Algorithm algorithm;

	private final RedisDeadLetters deadLetters;

	/** The cursor that the lease script returned for its next run. */
	private volatile String cursor = "";

	/**
	 * The end of the time, in terms of {@link System#nanoTime()}, in which no lease can
	 * have expired because no worker held a job when this instance last leased.
	 */
	private volatile long idleUntil = System.nanoTime();

	/**
	 * A queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 * @param algorithm its scripts and keys
	 */
	public ScriptedQueue(QueueKeys keys, QueueSettings settings, ScriptRunner scripts, Algorithm algorithm) {
		this.keys = keys;
		this.settings = settings;
		this.scripts = scripts;
		this.algorithm = algorithm;
		this.deadLetters = new RedisDeadLetters(keys, scripts, this::redrive);
	}

	/**
	 * Checks the ids of jobs, and returns the jobs by their ids in the given order. Ids
	 * are checked only when jobs are added: jobs that foreign clients added with longer
	 * ids can still be leased.
	 * @param jobs the jobs; if two have the same id, the first is used
	 * @return the jobs by id
	 * @throws IllegalArgumentException if an id is empty or too long
	 */
	public static Map<String, Job> byId(Collection<Job> jobs) {
		Map<String, Job> unique = new LinkedHashMap<>();
		for (Job job : jobs) {
			if (job.id().isEmpty() || job.id().length() > MAX_ID_LENGTH) {
				throw new IllegalArgumentException(
						"A job id must have 1 to " + MAX_ID_LENGTH + " characters, but has " + job.id().length());
			}
			unique.putIfAbsent(job.id(), job);
		}
		return unique;
	}

	/**
	 * Checks that leases can be extended or settled.
	 * @param queue the name of the queue
	 * @param leases the leases
	 * @throws IllegalArgumentException if a lease belongs to another queue, or was not
	 * created by a queue
	 */
	public static void checkLeases(String queue, Collection<Lease> leases) {
		RedisLease.of(queue, leases);
	}

	@Override
	public String name() {
		return this.keys.queue();
	}

	@Override
	public Duration leaseTime() {
		return this.settings.leaseTime();
	}

	@Override
	public Set<String> add(Collection<Job> jobs, AddMode mode) {
		Map<String, Job> unique = byId(jobs);
		Set<String> known = new HashSet<>();
		for (List<Job> batch : Batches.of(unique.values(), Job::size)) {
			List<String> ids = batch.stream().map(Job::id).toList();
			Call call = this.algorithm.callToAdd(ids, mode)
				.argument((mode == AddMode.IF_ABSENT) ? 1 : 0)
				.argument(this.settings.dedupWindow().toMillis());
			batch.forEach((job) -> call.argument(job.payload()));
			if (!batch.stream().allMatch(ScriptedQueue::isPlain)) {
				batch.forEach((job) -> call.argument(readyTime(job)));
				batch.forEach((job) -> call.argument(Fields.encode(job.headers())));
			}
			Reply present = run(Transition.ADD, call);
			for (int i = 0; i < present.size(); i++) {
				known.add(ids.get((int) present.number(i) - 1));
			}
		}
		Set<String> added = new LinkedHashSet<>(unique.keySet());
		added.removeAll(known);
		return added;
	}

	private static boolean isPlain(Job job) {
		return job.delay() == null && job.readyAt() == null && job.headers().isEmpty();
	}

	/**
	 * Encodes the ready time: empty for a job that is ready at once, a plus sign and a
	 * delay in ms, or a time in ms since 1970.
	 */
	private static String readyTime(Job job) {
		Duration delay = job.delay();
		if (delay != null) {
			return "+" + roundedUp(delay).toMillis();
		}
		Instant readyAt = job.readyAt();
		if (readyAt == null) {
			return "";
		}
		// Scores of sorted sets are exact only up to 2^53. Replacing a time before 1970
		// or after 9999 does not change when the job is ready in practice.
		if (readyAt.isBefore(Instant.EPOCH)) {
			return "0";
		}
		return Long.toString((readyAt.isBefore(END_OF_TIME) ? readyAt : END_OF_TIME).plusNanos(999_999).toEpochMilli());
	}

	private static Duration roundedUp(Duration duration) {
		return duration.plusNanos(999_999);
	}

	@Override
	public boolean checkWorkerId() {
		return this.algorithm.checkWorkerId();
	}

	@Override
	public LeaseResult lease(int max) {
		if (max < 1) {
			throw new IllegalArgumentException("The number of jobs to lease must be at least 1, but is " + max);
		}
		long before = System.nanoTime();
		Call call = this.algorithm.call()
			.argument(Math.min(max, Batches.MAX_JOBS))
			.argument(leaseTime().toMillis())
			.argument(this.settings.worker())
			.argument(this.cursor)
			.argument(this.settings.maxCrashes())
			.argument(this.settings.maxDeadLetters())
			.argument(RedisDeadLetters.crashed())
			.argument("")
			.argument(0);
		Reply reply = run(Transition.LEASE, call);
		this.cursor = LeaseReply.cursor(reply);
		this.idleUntil = before + (LeaseReply.isIdle(reply) ? Math.min(leaseTime().toNanos(), MAX_IDLE) : 0);
		return LeaseReply.read(reply, name(), this.settings.worker(), before + leaseTime().toNanos());
	}

	@Override
	public Set<Lease> start(Collection<Lease> held) {
		return settle(Transition.START, held);
	}

	@Override
	public Set<Lease> extend(Collection<Lease> held) {
		Set<Lease> extended = new LinkedHashSet<>();
		List<Algorithm.HeldLease> alive = new ArrayList<>();
		for (List<RedisLease> batch : batches(held, (lease) -> 0)) {
			long deadline = System.nanoTime() + leaseTime().toNanos();
			Reply reply = run(Transition.EXTEND, fenced(batch).argument(leaseTime().toMillis()));
			for (RedisLease lease : Settled.read(reply, batch).held()) {
				extended.add(lease.withDeadline(deadline));
				alive.add(new Algorithm.HeldLease(lease.id(), lease.receipt()));
			}
		}
		this.algorithm.alive(alive);
		return extended;
	}

	@Override
	public Set<Lease> complete(Collection<Lease> held) {
		return settle(Transition.COMPLETE, held, this.settings.dedupWindow().toMillis());
	}

	@Override
	public Set<Lease> release(Collection<Lease> held) {
		return settle(Transition.RELEASE, held);
	}

	@Override
	public RetryResult retry(Map<Lease, Failure> failed) {
		Set<Lease> retried = new LinkedHashSet<>();
		Set<Lease> buried = new LinkedHashSet<>();
		for (List<RedisLease> batch : batches(failed.keySet(), (lease) -> lease.job().size())) {
			Call call = fenced(batch).argument(this.settings.maxRetries()).argument(this.settings.maxDeadLetters());
			for (RedisLease lease : batch) {
				Failure failure = Objects.requireNonNull(failed.get(lease));
				call.argument(roundedUp(failure.delay()).toMillis()).argument(RedisDeadLetters.encode(failure.cause()));
			}
			Settled settled = Settled.read(run(Transition.RETRY, call), batch);
			retried.addAll(settled.held());
			buried.addAll(settled.dead());
		}
		return new RetryResult(retried, buried);
	}

	@Override
	public Set<Lease> bury(Map<Lease, Cause> causes) {
		Set<Lease> buried = new LinkedHashSet<>();
		for (List<RedisLease> batch : batches(causes.keySet(), (lease) -> lease.job().size())) {
			Call call = fenced(batch).argument(this.settings.maxDeadLetters());
			for (RedisLease lease : batch) {
				Cause cause = Objects.requireNonNull(causes.get(lease));
				call.argument((cause.exception() != null) ? 1 : 0).argument(RedisDeadLetters.encode(cause));
			}
			buried.addAll(Settled.read(run(Transition.BURY, call), batch).held());
		}
		return buried;
	}

	@Override
	public Set<String> cancel(Collection<String> ids) {
		Set<String> cancelled = new LinkedHashSet<>();
		// Some algorithms search a list for each id, so only a few go at a time.
		for (List<String> batch : Batches.of(new LinkedHashSet<>(ids), (id) -> BYTES_OF_A_SEARCH)) {
			cancelled.addAll(marked(batch, run(Transition.CANCEL, this.algorithm.call(batch))));
		}
		return cancelled;
	}

	@Override
	public CleanReport clean(CleanDepth depth) {
		if (depth == CleanDepth.LIGHT) {
			return isIdle() ? CleanReport.NOTHING : this.algorithm.light();
		}
		CleanReport report = this.algorithm.light().plus(this.algorithm.deep());
		this.deadLetters.expire(this.settings.maxDeadLetterAge());
		return report;
	}

	private boolean isIdle() {
		return System.nanoTime() - this.idleUntil < 0;
	}

	@Override
	public QueueCounts counts() {
		return CountsReply.read(run(Transition.COUNTS, this.algorithm.call()));
	}

	@Override
	public void pause() {
		run(Transition.PAUSE, this.algorithm.call());
	}

	@Override
	public void resume() {
		run(Transition.RESUME, this.algorithm.call());
	}

	@Override
	public DeadLetters deadLetters() {
		return this.deadLetters;
	}

	private Reply run(Transition transition, Call call) {
		return this.scripts.run(this.algorithm.script(transition), call);
	}

	private Set<String> redrive(List<String> ids) {
		return marked(ids, run(Transition.REDRIVE, this.algorithm.call(ids)));
	}

	/** The ids for which a script replied with 1. */
	private static Set<String> marked(List<String> ids, Reply reply) {
		Set<String> marked = new LinkedHashSet<>();
		for (int i = 0; i < ids.size(); i++) {
			if (reply.number(i) == 1) {
				marked.add(ids.get(i));
			}
		}
		return marked;
	}

	private Set<Lease> settle(Transition transition, Collection<Lease> leases, long... arguments) {
		Set<Lease> settled = new LinkedHashSet<>();
		for (List<RedisLease> batch : batches(leases, (lease) -> 0)) {
			Call call = fenced(batch);
			for (long argument : arguments) {
				call.argument(argument);
			}
			settled.addAll(Settled.read(run(transition, call), batch).held());
		}
		return settled;
	}

	private List<List<RedisLease>> batches(Collection<Lease> leases, ToIntFunction<RedisLease> size) {
		return Batches.of(RedisLease.of(name(), leases), size);
	}

	/**
	 * A call with the arguments that {@code fence.lua} reads: the worker and the
	 * receipts.
	 */
	private Call fenced(List<RedisLease> batch) {
		Call call = this.algorithm.call(batch.stream().map(RedisLease::id).toList()).argument(this.settings.worker());
		batch.forEach((lease) -> call.argument(lease.receipt()));
		return call;
	}

	/**
	 * The outcome of a fenced script. The script replies with the positions of the leases
	 * that were lost, counted from 1, and with a minus sign for those whose jobs it
	 * buried; mostly there are none of either.
	 *
	 * @param held the leases that were held and whose jobs were not buried
	 * @param dead the leases whose jobs were buried
	 */
	private record Settled(List<RedisLease> held, List<RedisLease> dead) {

		static Settled read(Reply reply, List<RedisLease> batch) {
			if (reply.size() == 0) {
				return new Settled(batch, List.of());
			}
			List<@Nullable RedisLease> all = new ArrayList<>(batch);
			List<RedisLease> dead = new ArrayList<>();
			for (int i = 0; i < reply.size(); i++) {
				int position = (int) reply.number(i);
				all.set(Math.abs(position) - 1, null);
				if (position < 0) {
					dead.add(batch.get(-position - 1));
				}
			}
			return new Settled(all.stream().filter(Objects::nonNull).toList(), dead);
		}

	}

}
