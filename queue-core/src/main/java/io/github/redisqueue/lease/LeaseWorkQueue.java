package io.github.redisqueue.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.redis.Batches;
import io.github.redisqueue.redis.Call;
import io.github.redisqueue.redis.Fields;
import io.github.redisqueue.redis.NewJobs;
import io.github.redisqueue.redis.QueueKeys;
import io.github.redisqueue.redis.RedisDeadLetters;
import io.github.redisqueue.redis.Reply;
import io.github.redisqueue.redis.Script;
import io.github.redisqueue.redis.Scripts;

/**
 * A queue by the {@code lease} algorithm: the
 * <a href="https://github.com/MeVitae/redis-work-queue">redis-work-queue</a> protocol
 * 0.3.0, extended by what its clients do not look at. Clients of that protocol in other
 * languages can add to, work off and clean the same queue at the same time.
 * <p>
 * What cannot be had with foreign clients: they see no delays (a foreign deep clean
 * pushes delayed jobs into the queue, where foreign workers take them early), no pause
 * and no dead letters, and if one of them completes a job and adds its id anew, a late
 * completion by us of the first life ends the second. Ids that are not UTF-8 are not
 * supported.
 * <p>
 * Thread-safe.
 */
public final class LeaseWorkQueue implements WorkQueue {

	/**
	 * How long an id may stand in processing without lease, as foreign clients let it.
	 */
	private static final Duration LONGEST_GRACE = Duration.ofSeconds(1);

	private final QueueKeys place;

	private final LeaseKeys keys;

	private final QueueSettings settings;

	private final Scripts scripts;

	private final RedisDeadLetters deadLetters;

	private final LeaseCleaner cleaner;

	/**
	 * A queue.
	 * @param place where it lives in Redis
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public LeaseWorkQueue(QueueKeys place, QueueSettings settings, Scripts scripts) {
		this.place = place;
		this.keys = new LeaseKeys(place);
		this.settings = settings;
		this.scripts = scripts;
		this.deadLetters = new RedisDeadLetters(place, scripts, this::redrive);
		Duration grace = (settings.leaseTime().compareTo(LONGEST_GRACE) < 0) ? settings.leaseTime() : LONGEST_GRACE;
		this.cleaner = new LeaseCleaner(this.keys, scripts, settings, grace);
	}

	@Override
	public String name() {
		return this.place.queue();
	}

	@Override
	public Duration leaseTime() {
		return this.settings.leaseTime();
	}

	@Override
	public Set<String> add(Collection<Job> jobs, AddMode mode) {
		Set<String> added = new LinkedHashSet<>();
		for (List<Job> batch : Batches.of(NewJobs.byId(jobs).values(), Job::size)) {
			List<String> ids = batch.stream().map(Job::id).toList();
			Call call = this.keys.items(ids).argument((mode == AddMode.IF_ABSENT) ? 1 : 0);
			for (Job job : batch) {
				call.argument(readyTime(job)).argument(job.payload()).argument(Fields.encode(job.headers()));
			}
			Reply reply = this.scripts.run(LeaseScripts.ADD, call);
			for (int i = 0; i < ids.size(); i++) {
				if (reply.number(i) == 1) {
					added.add(ids.get(i));
				}
			}
		}
		return added;
	}

	/** Empty: now; with a plus sign: after so many ms; else: at that time in ms. */
	private static String readyTime(Job job) {
		Duration delay = job.delay();
		if (delay != null) {
			return "+" + roundedUp(delay).toMillis();
		}
		Instant readyAt = job.readyAt();
		return (readyAt != null) ? Long.toString(readyAt.plusNanos(999_999).toEpochMilli()) : "";
	}

	private static Duration roundedUp(Duration duration) {
		return duration.plusNanos(999_999);
	}

	@Override
	public LeaseResult lease(int max) {
		if (max < 1) {
			throw new IllegalArgumentException("At least 1 job is leased at a time, not " + max);
		}
		long before = System.nanoTime();
		Reply reply = this.scripts.run(LeaseScripts.LEASE,
				this.keys.call()
					.argument(Math.min(max, Batches.MAX_JOBS))
					.argument(leaseTime().toMillis())
					.argument(this.settings.worker()));
		return LeaseReply.read(reply, name(), before + leaseTime().toNanos());
	}

	@Override
	public Set<Lease> start(Collection<Lease> held) {
		return settle(LeaseScripts.START, held);
	}

	@Override
	public Set<Lease> extend(Collection<Lease> held) {
		Set<Lease> extended = new LinkedHashSet<>();
		for (List<Lease> batch : batches(held, (lease) -> 0)) {
			long deadline = System.nanoTime() + leaseTime().toNanos();
			Reply reply = this.scripts.run(LeaseScripts.EXTEND, fenced(batch).argument(leaseTime().toMillis()));
			for (int i = 0; i < batch.size(); i++) {
				if (reply.number(i) == 1) {
					extended.add(batch.get(i).withDeadline(deadline));
				}
			}
		}
		return extended;
	}

	@Override
	public Set<Lease> complete(Collection<Lease> held) {
		return settle(LeaseScripts.COMPLETE, held);
	}

	@Override
	public Set<Lease> release(Collection<Lease> held) {
		return settle(LeaseScripts.RELEASE, held);
	}

	@Override
	public RetryResult retry(Map<Lease, Failure> failed) {
		Set<Lease> retried = new LinkedHashSet<>();
		Set<Lease> buried = new LinkedHashSet<>();
		for (List<Lease> batch : batches(failed.keySet(), (lease) -> lease.job().size())) {
			Call call = fenced(batch).argument(this.settings.limits().retries())
				.argument(this.settings.retention().maxLength());
			for (Lease lease : batch) {
				Failure failure = Objects.requireNonNull(failed.get(lease));
				call.argument(roundedUp(failure.delay()).toMillis()).argument(RedisDeadLetters.encode(failure.cause()));
			}
			Reply reply = this.scripts.run(LeaseScripts.RETRY, call);
			for (int i = 0; i < batch.size(); i++) {
				if (reply.number(i) != 0) {
					((reply.number(i) == 1) ? retried : buried).add(batch.get(i));
				}
			}
		}
		return new RetryResult(retried, buried);
	}

	@Override
	public Set<Lease> bury(Map<Lease, Cause> hopeless) {
		Set<Lease> buried = new LinkedHashSet<>();
		for (List<Lease> batch : batches(hopeless.keySet(), (lease) -> lease.job().size())) {
			Call call = fenced(batch).argument(this.settings.retention().maxLength());
			for (Lease lease : batch) {
				Cause cause = Objects.requireNonNull(hopeless.get(lease));
				call.argument((cause.exception() != null) ? 1 : 0).argument(RedisDeadLetters.encode(cause));
			}
			buried.addAll(held(batch, this.scripts.run(LeaseScripts.BURY, call)));
		}
		return buried;
	}

	@Override
	public boolean cancel(String id) {
		return this.scripts.run(LeaseScripts.CANCEL, this.keys.itemsAndLeases(List.of(id))).number(0) == 1;
	}

	@Override
	public CleanReport clean(CleanDepth depth) {
		CleanReport report = this.cleaner.light();
		if (depth == CleanDepth.DEEP) {
			report = report.plus(this.cleaner.deep());
		}
		this.deadLetters.expire(this.settings.retention().maxAge());
		return report;
	}

	@Override
	public QueueCounts counts() {
		return CountsReply.read(this.scripts.run(LeaseScripts.COUNTS, this.keys.call()));
	}

	@Override
	public void pause() {
		this.scripts.run(LeaseScripts.PAUSE, this.keys.call());
	}

	@Override
	public void resume() {
		this.scripts.run(LeaseScripts.RESUME, this.keys.call());
	}

	@Override
	public DeadLetters deadLetters() {
		return this.deadLetters;
	}

	private Set<String> redrive(List<String> ids) {
		Reply reply = this.scripts.run(LeaseScripts.REDRIVE, this.keys.items(ids));
		Set<String> redriven = new LinkedHashSet<>();
		for (int i = 0; i < ids.size(); i++) {
			if (reply.number(i) == 1) {
				redriven.add(ids.get(i));
			}
		}
		return redriven;
	}

	private Set<Lease> settle(Script script, Collection<Lease> leases) {
		Set<Lease> settled = new LinkedHashSet<>();
		for (List<Lease> batch : batches(leases, (lease) -> 0)) {
			settled.addAll(held(batch, this.scripts.run(script, fenced(batch))));
		}
		return settled;
	}

	private static List<Lease> held(List<Lease> batch, Reply reply) {
		List<Lease> held = new ArrayList<>(batch.size());
		for (int i = 0; i < batch.size(); i++) {
			if (reply.number(i) == 1) {
				held.add(batch.get(i));
			}
		}
		return held;
	}

	private List<List<Lease>> batches(Collection<Lease> leases, ToIntFunction<Lease> size) {
		for (Lease lease : leases) {
			if (!lease.queue().equals(name())) {
				throw new IllegalArgumentException(lease + " is not of the queue '" + name() + "'");
			}
		}
		return Batches.of(new LinkedHashSet<>(leases), size);
	}

	/** What {@code fence.lua} reads. */
	private Call fenced(List<Lease> batch) {
		Call call = this.keys.itemsAndLeases(batch.stream().map(Lease::id).toList()).argument(this.settings.worker());
		batch.forEach((lease) -> call.argument(lease.token()));
		return call;
	}

}
