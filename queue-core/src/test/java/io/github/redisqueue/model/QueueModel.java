package io.github.redisqueue.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.RetryResult;

/**
 * A queue as docs/design.md describes it: "Life of a job" and the guarantees. Each method
 * is an operation; it makes the transitions and returns what the operation has to return.
 * Which jobs a lease brings is left to the queue, so {@link #lease} takes them over one
 * by one.
 */
final class QueueModel {

	private final Variant variant;

	private final Rules rules;

	private final ModelJobs jobs = new ModelJobs();

	private final ModelLetters dead = new ModelLetters();

	/** When ids were completed that the queue may remember. */
	private final Map<String, Long> completed = new HashMap<>();

	private final Map<Lease, ModelLease> leases = new HashMap<>();

	private final ModelGroups groups;

	private boolean paused;

	/** The last place in the order of age, of ready jobs and of dead letters. */
	private long lastPlace;

	/** Counts jobs and operations, as far as their order matters. */
	private long lastNumber;

	QueueModel(Variant variant, Rules rules) {
		this.variant = variant;
		this.rules = rules;
		this.groups = new ModelGroups(rules, this.jobs);
	}

	/** Time passes. */
	void advance(Duration time) {
		this.jobs.advance(time);
		this.groups.advance();
	}

	/** Guarantee 2: a job is added unless its id is present or remembered. */
	Set<String> add(Collection<Addition> additions) {
		return insert(additions.stream()
			.filter((addition) -> !this.jobs.contains(addition.id()) && !isRemembered(addition.id()))
			.toList());
	}

	/**
	 * Guarantee 2: whatever has the id of a job is replaced, unless that id is
	 * remembered.
	 */
	Set<String> replace(Collection<Addition> additions) {
		return insert(additions.stream().filter((addition) -> !isRemembered(addition.id())).toList());
	}

	/** The caller says that the ids are new, and is right. */
	Set<String> addUnchecked(Collection<Addition> additions) {
		return insert(additions);
	}

	/** Of two jobs with one id the first counts. Those with groups come last. */
	private Set<String> insert(Collection<Addition> additions) {
		Map<String, Addition> added = new LinkedHashMap<>();
		additions.forEach((addition) -> added.putIfAbsent(addition.id(), addition));
		long operation = ++this.lastNumber;
		added.keySet().forEach(this::remove);
		added.values()
			.stream()
			.sorted(Comparator.comparing((addition) -> addition.group() != null))
			.forEach((addition) -> {
				ModelJob job = new ModelJob(addition.content());
				job.number = ++this.lastNumber;
				if (addition.delay() > 0) {
					job.delay(now() + Duration.ofSeconds(addition.delay()).toMillis(), operation);
				}
				else {
					arrive(job, ++this.lastPlace);
				}
				this.jobs.put(job);
			});
		this.groups.open(++this.lastPlace);
		return added.keySet();
	}

	/** A job without a group is ready, others join the lines of theirs. */
	private void arrive(ModelJob job, long place) {
		if (job.group() != null) {
			this.groups.join(job);
			if (this.variant.shards() == 1) {
				this.groups.catchUp();
			}
		}
		else {
			job.makeReady(place);
		}
	}

	/** Cancels a job. */
	private boolean remove(String id) {
		ModelJob job = this.jobs.remove(id);
		if (job != null) {
			this.groups.leave(job);
		}
		return job != null;
	}

	private boolean isRemembered(String id) {
		Long at = this.completed.get(id);
		return this.rules.remembers() && at != null && at + Rules.DEDUP_WINDOW.toMillis() > now();
	}

	/** Guarantee 3: takes a job over that a lease brought. */
	void lease(ModelWorker worker, Lease lease) {
		ModelJob job = this.jobs.get(lease.id());
		job.state = ModelJob.State.LEASED;
		job.start = ModelJob.Start.NOT_RECORDED;
		job.isInOrder = false;
		job.lease = new ModelLease(worker, this.variant.shard(job.content), now() + Rules.LEASE_TIME.toMillis());
		this.leases.put(lease, job.lease);
	}

	/**
	 * Guarantee 4: whose lease was the last of the job holds it, also if the lease has
	 * run out, and even if the job is ready again.
	 */
	private void forEachHeld(Collection<Lease> given, BiConsumer<Lease, ModelJob> action) {
		for (Lease lease : given) {
			ModelJob job = this.jobs.get(lease.id());
			if (job != null && job.lease != null && job.lease == this.leases.get(lease)) {
				action.accept(lease, job);
			}
		}
	}

	/** All reports end what is kept for the holder of a job that is gone. */
	private void settle(Collection<Lease> given, BiConsumer<Lease, ModelJob> action) {
		forEachHeld(given, action);
		this.groups.report(given.stream().map(this.leases::get));
		this.groups.open(++this.lastPlace);
	}

	/** No handler starts with a lease that has run out. */
	Set<Lease> start(Collection<Lease> given, boolean alone) {
		Set<Lease> started = new LinkedHashSet<>();
		forEachHeld(given, (lease, job) -> {
			if (job.state == ModelJob.State.LEASED && !job.isAbandoned(now())) {
				job.start = alone ? ModelJob.Start.ALONE : ModelJob.Start.BESIDE_OTHERS;
				started.add(lease);
			}
		});
		return started;
	}

	Set<Lease> extend(ModelWorker worker, Collection<Lease> given) {
		Set<Lease> held = new LinkedHashSet<>();
		long end = now() + Rules.LEASE_TIME.toMillis();
		showLife(worker, end);
		forEachHeld(given, (lease, job) -> {
			job.state = ModelJob.State.LEASED;
			this.leases.get(lease).extend(end);
			held.add(lease);
		});
		return held;
	}

	private void showLife(ModelWorker worker, long end) {
		for (int shard = 0; shard < this.variant.shards(); shard++) {
			worker.showLife(shard, end);
		}
	}

	/** Guarantee 5. */
	Set<Lease> complete(Collection<Lease> given) {
		Set<Lease> held = new LinkedHashSet<>();
		settle(given, (lease, job) -> {
			this.jobs.remove(job.id());
			this.completed.put(job.id(), now());
			held.add(lease);
		});
		return held;
	}

	/** Guarantee 6, failures. */
	RetryResult retry(Collection<Lease> given, Duration delay) {
		Set<Lease> retried = new LinkedHashSet<>();
		Set<Lease> buried = new LinkedHashSet<>();
		settle(given, (lease, job) -> {
			job.failures++;
			if (job.failures > this.rules.maxRetries()) {
				bury(job, Cause.Reason.FAILURES);
				buried.add(lease);
			}
			else {
				comeBack(job, delay);
				retried.add(lease);
			}
		});
		return new RetryResult(retried, buried);
	}

	private void comeBack(ModelJob job, Duration delay) {
		job.lease = null;
		job.isInOrder = false;
		job.makeReady(ModelJob.ANYWHERE);
		if (!delay.isZero()) {
			job.delay(now() + delay.toMillis(), ++this.lastNumber);
		}
	}

	/** Nothing is counted. */
	Set<Lease> postpone(Collection<Lease> given, Duration delay) {
		Set<Lease> held = new LinkedHashSet<>();
		settle(given, (lease, job) -> {
			comeBack(job, delay);
			held.add(lease);
		});
		return held;
	}

	/** Nothing is counted; who was leased is ready ahead of the others. */
	Set<Lease> release(Collection<Lease> given) {
		Set<Lease> held = new LinkedHashSet<>();
		settle(given, (lease, job) -> {
			job.makeReady((job.state == ModelJob.State.LEASED) ? ModelJob.AHEAD : ModelJob.ANYWHERE);
			job.lease = null;
			held.add(lease);
		});
		return held;
	}

	Set<Lease> bury(Collection<Lease> given, Cause cause) {
		Set<Lease> held = new LinkedHashSet<>();
		settle(given, (lease, job) -> {
			job.failures += (cause.exception() != null) ? 1 : 0;
			bury(job, cause.reason());
			held.add(lease);
		});
		return held;
	}

	private void bury(ModelJob job, Cause.Reason reason) {
		this.jobs.remove(job.id());
		this.dead.add(job, reason, now(), ++this.lastPlace);
	}

	/**
	 * Jobs that are ready or delayed become ready at another time, of which nobody who
	 * held one before may settle it.
	 */
	Set<String> reschedule(Collection<String> ids, Duration delay) {
		Set<String> rescheduled = new LinkedHashSet<>();
		List<ModelJob> moved = new ArrayList<>();
		for (String id : ids) {
			ModelJob job = this.jobs.get(id);
			if (job != null && job.state != ModelJob.State.LEASED) {
				rescheduled.add(id);
				if (job.group() != null && !job.isOpen) {
					moved.add(job);
				}
				else if (!job.isReady(now()) || !delay.isZero()) {
					comeBack(job, delay);
				}
			}
		}
		moveInLine(moved, delay);
		this.groups.open(++this.lastPlace);
		return rescheduled;
	}

	/**
	 * A job that waits stays where it is, unless it is to join again later. Those that
	 * join at the same time do so in the order in which they were added.
	 */
	private void moveInLine(Collection<ModelJob> jobs, Duration delay) {
		if (!delay.isZero()) {
			long operation = ++this.lastNumber;
			jobs.forEach((job) -> job.delay(now() + delay.toMillis(), operation));
		}
		else {
			jobs.stream()
				.filter((job) -> job.state == ModelJob.State.DELAYED)
				.sorted(Comparator.comparing((job) -> job.number))
				.forEach(this.groups::join);
		}
	}

	Set<String> cancel(Collection<String> ids) {
		Set<String> cancelled = new LinkedHashSet<>();
		ids.stream().filter(this::remove).forEach(cancelled::add);
		this.groups.open(++this.lastPlace);
		return cancelled;
	}

	/**
	 * Guarantees 6 and 7: the jobs of crashed workers are ready again, or dead if their
	 * crashes exceed the limit. Returns how many are ready.
	 */
	long reclaim() {
		this.groups.catchUp();
		return reclaim((job) -> true);
	}

	/** The same for some jobs. */
	long reclaim(Predicate<ModelJob> condition) {
		List<ModelJob> abandoned = this.jobs.abandoned().filter(condition).toList();
		long reclaimed = abandoned.stream().filter((job) -> {
			if (job.countCrash(this.rules)) {
				bury(job, Cause.Reason.CRASHES);
				return false;
			}
			job.makeReady(ModelJob.ANYWHERE);
			return true;
		}).count();
		this.groups.open(ModelJob.ANYWHERE);
		return reclaimed;
	}

	/** Redriving sets both counts to zero, and passes by ids that live again. */
	Set<String> redrive(Collection<String> ids) {
		Set<String> redriven = new LinkedHashSet<>();
		for (String id : ids) {
			ModelLetters.Letter letter = this.jobs.contains(id) ? null : this.dead.remove(id);
			if (letter != null) {
				ModelJob job = new ModelJob(letter.job());
				job.number = ++this.lastNumber;
				// A queue may bury the jobs of crashed workers in any order.
				arrive(job, (letter.reason() == Cause.Reason.CRASHES) ? ModelJob.ANYWHERE : ++this.lastPlace);
				this.jobs.put(job);
				redriven.add(id);
			}
		}
		this.groups.open(++this.lastPlace);
		return redriven;
	}

	/** The oldest first. */
	Set<String> redriveAll() {
		return redrive(this.dead.oldestFirst());
	}

	void pause(boolean isPaused) {
		this.paused = isPaused;
	}

	/** Guarantee 10. Abandoned jobs count as leased until somebody notices. */
	QueueCounts counts() {
		return new QueueCounts(this.jobs.ready().count(), this.jobs.delayed().count(), this.jobs.waiting().count(),
				this.jobs.leased().count(), this.dead.count(), null, this.paused, Set.of());
	}

	/** Whether a job is delayed or leased, so that it is ready only after some time. */
	boolean hasToWait() {
		return this.groups.areKept() || this.jobs.all().stream().anyMatch((job) -> job.state != ModelJob.State.READY);
	}

	ModelJobs jobs() {
		return this.jobs;
	}

	ModelGroups groups() {
		return this.groups;
	}

	ModelLetters letters() {
		return this.dead;
	}

	boolean isPaused() {
		return this.paused;
	}

	private long now() {
		return this.jobs.now();
	}

}
