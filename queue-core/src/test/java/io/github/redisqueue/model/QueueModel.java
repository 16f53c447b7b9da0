package io.github.redisqueue.model;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.RetryResult;
import org.jspecify.annotations.Nullable;

/**
 * A queue as docs/design.md describes it: "Life of a job" and the guarantees. Each method
 * is an operation; it makes the transitions and returns what the operation has to return.
 * Which jobs a lease brings is left to the queue, so {@link #lease} takes them over one
 * by one.
 */
final class QueueModel {

	private final Variant variant;

	private final Rules rules;

	/** The jobs that are ready, delayed or leased. */
	private final Map<String, ModelJob> jobs = new LinkedHashMap<>();

	private final Map<String, ModelLetter> dead = new LinkedHashMap<>();

	/** When ids were completed that the queue may remember. */
	private final Map<String, Long> completed = new HashMap<>();

	private final Map<Lease, ModelLease> leases = new HashMap<>();

	private boolean paused;

	/** The clock, in ms. */
	private long now;

	/** The last place in the order of age, of ready jobs and of dead letters. */
	private long lastPlace;

	QueueModel(Variant variant, Rules rules) {
		this.variant = variant;
		this.rules = rules;
	}

	/** Time passes. */
	void advance(Duration time) {
		this.now += time.toMillis();
	}

	/** Guarantee 2: a job is added unless its id is present or remembered. */
	Set<String> add(Collection<Addition> additions) {
		return insert(additions.stream()
			.filter((addition) -> !this.jobs.containsKey(addition.id()) && !isRemembered(addition.id()))
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

	/** Of two jobs with one id the first counts. */
	private Set<String> insert(Collection<Addition> additions) {
		Set<String> added = new LinkedHashSet<>();
		for (Addition addition : additions) {
			if (added.add(addition.id())) {
				ModelJob job = new ModelJob(addition.content());
				if (addition.delay() > 0) {
					delay(job, Duration.ofSeconds(addition.delay()));
				}
				else {
					job.makeReady(++this.lastPlace);
				}
				this.jobs.put(job.id(), job);
			}
		}
		return added;
	}

	private boolean isRemembered(String id) {
		Long at = this.completed.get(id);
		return this.rules.remembers() && at != null && at + Rules.DEDUP_WINDOW.toMillis() > this.now;
	}

	private void delay(ModelJob job, Duration delay) {
		job.state = ModelJob.State.DELAYED;
		job.due = this.now + delay.toMillis();
	}

	/** Guarantee 3: takes a job over that a lease brought. */
	void lease(ModelWorker worker, Lease lease) {
		ModelJob job = this.jobs.get(lease.id());
		job.state = ModelJob.State.LEASED;
		job.start = ModelJob.Start.NOT_RECORDED;
		job.lease = new ModelLease(worker, this.variant.shard(job.id()), this.now + Rules.LEASE_TIME.toMillis());
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

	/** No handler starts with a lease that has run out. */
	Set<Lease> start(Collection<Lease> given, boolean alone) {
		Set<Lease> started = new LinkedHashSet<>();
		forEachHeld(given, (lease, job) -> {
			if (job.state == ModelJob.State.LEASED && !job.isAbandoned(this.now)) {
				job.start = alone ? ModelJob.Start.ALONE : ModelJob.Start.BESIDE_OTHERS;
				started.add(lease);
			}
		});
		return started;
	}

	Set<Lease> extend(ModelWorker worker, Collection<Lease> given) {
		Set<Lease> held = new LinkedHashSet<>();
		long end = this.now + Rules.LEASE_TIME.toMillis();
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
		forEachHeld(given, (lease, job) -> {
			this.jobs.remove(job.id());
			this.completed.put(job.id(), this.now);
			held.add(lease);
		});
		return held;
	}

	/** Guarantee 6, failures. */
	RetryResult retry(Collection<Lease> given, Duration delay) {
		Set<Lease> retried = new LinkedHashSet<>();
		Set<Lease> buried = new LinkedHashSet<>();
		forEachHeld(given, (lease, job) -> {
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
		job.makeReady(ModelJob.ANYWHERE);
		if (!delay.isZero()) {
			delay(job, delay);
		}
	}

	/** Nothing is counted. */
	Set<Lease> postpone(Collection<Lease> given, Duration delay) {
		Set<Lease> held = new LinkedHashSet<>();
		forEachHeld(given, (lease, job) -> {
			comeBack(job, delay);
			held.add(lease);
		});
		return held;
	}

	/** Nothing is counted; who was leased is ready ahead of the others. */
	Set<Lease> release(Collection<Lease> given) {
		Set<Lease> held = new LinkedHashSet<>();
		forEachHeld(given, (lease, job) -> {
			job.makeReady((job.state == ModelJob.State.LEASED) ? ModelJob.AHEAD : ModelJob.ANYWHERE);
			job.lease = null;
			held.add(lease);
		});
		return held;
	}

	Set<Lease> bury(Collection<Lease> given, Cause cause) {
		Set<Lease> held = new LinkedHashSet<>();
		forEachHeld(given, (lease, job) -> {
			job.failures += (cause.exception() != null) ? 1 : 0;
			bury(job, cause.reason());
			held.add(lease);
		});
		return held;
	}

	private void bury(ModelJob job, Cause.Reason reason) {
		this.jobs.remove(job.id());
		this.dead.remove(job.id());
		this.dead.put(job.id(), new ModelLetter(job.content, reason, job.lease.worker().name(), job.failures,
				job.crashes, this.now, ++this.lastPlace));
	}

	/**
	 * Jobs that are ready or delayed become ready at another time, of which nobody who
	 * held one before may settle it.
	 */
	Set<String> reschedule(Collection<String> ids, Duration delay) {
		Set<String> rescheduled = new LinkedHashSet<>();
		for (String id : ids) {
			ModelJob job = this.jobs.get(id);
			if (job != null && job.state != ModelJob.State.LEASED) {
				rescheduled.add(id);
				if (!job.isReady(this.now) || !delay.isZero()) {
					comeBack(job, delay);
				}
			}
		}
		return rescheduled;
	}

	Set<String> cancel(Collection<String> ids) {
		Set<String> cancelled = new LinkedHashSet<>();
		ids.stream().filter((id) -> this.jobs.remove(id) != null).forEach(cancelled::add);
		return cancelled;
	}

	/**
	 * Guarantees 6 and 7: the jobs of crashed workers are ready again, or dead if their
	 * crashes exceed the limit. Returns how many are ready.
	 */
	long reclaim() {
		List<ModelJob> abandoned = abandoned().toList();
		return abandoned.stream().filter((job) -> {
			if (countCrash(job)) {
				bury(job, Cause.Reason.CRASHES);
				return false;
			}
			job.makeReady(ModelJob.ANYWHERE);
			return true;
		}).count();
	}

	/**
	 * The first crash counts for all jobs, later ones for those that had started. Returns
	 * whether the job is over its limit.
	 */
	boolean countCrash(ModelJob job) {
		boolean alone = job.start == ModelJob.Start.ALONE;
		if (job.crashes == 0 || job.start != ModelJob.Start.NOT_RECORDED) {
			job.crashes++;
		}
		job.start = ModelJob.Start.NOT_RECORDED;
		return job.crashes > this.rules.maxCrashes() + Rules.BESIDE_OTHERS
				|| (alone && job.crashes > this.rules.maxCrashes());
	}

	/** Dead letters that are too old are forgotten. */
	void expireDeadLetters() {
		this.dead.values().removeIf((letter) -> letter.buriedAt() + Rules.MAX_DEAD_LETTER_AGE.toMillis() < this.now);
	}

	/** Redriving sets both counts to zero, and passes by ids that live again. */
	Set<String> redrive(Collection<String> ids) {
		Set<String> redriven = new LinkedHashSet<>();
		for (String id : ids) {
			if (this.dead.containsKey(id) && !this.jobs.containsKey(id)) {
				ModelLetter letter = this.dead.remove(id);
				ModelJob job = new ModelJob(letter.job());
				// A queue may bury the jobs of crashed workers in any order.
				job.makeReady((letter.reason() == Cause.Reason.CRASHES) ? ModelJob.ANYWHERE : ++this.lastPlace);
				this.jobs.put(id, job);
				redriven.add(id);
			}
		}
		return redriven;
	}

	/** The oldest first. */
	Set<String> redriveAll() {
		return redrive(
				letters().sorted(Comparator.comparing(ModelLetter::place)).map((letter) -> letter.job().id()).toList());
	}

	Set<String> purge(Collection<String> ids) {
		Set<String> purged = new LinkedHashSet<>();
		ids.stream().filter((id) -> this.dead.remove(id) != null).forEach(purged::add);
		return purged;
	}

	void pause(boolean isPaused) {
		this.paused = isPaused;
	}

	/** Guarantee 10. Abandoned jobs count as leased until somebody notices. */
	QueueCounts counts() {
		return QueueCounts.builder()
			.ready(ready().count())
			.delayed(this.jobs.values().stream().filter((job) -> job.isDelayed(this.now)).count())
			.leased(leased().count())
			.dead(this.dead.size())
			.paused(this.paused)
			.build();
	}

	Stream<ModelJob> ready() {
		return this.jobs.values().stream().filter((job) -> job.isReady(this.now));
	}

	Stream<ModelJob> leased() {
		return this.jobs.values().stream().filter((job) -> job.state == ModelJob.State.LEASED);
	}

	Stream<ModelJob> abandoned() {
		return leased().filter((job) -> job.isAbandoned(this.now));
	}

	/** Whether a job is delayed or leased, so that it is ready only after some time. */
	boolean hasToWait() {
		return this.jobs.values().stream().anyMatch((job) -> job.state != ModelJob.State.READY);
	}

	Stream<ModelLetter> letters() {
		return this.dead.values().stream();
	}

	/** When the next job is due, in ms from now. */
	@Nullable Long nextDue() {
		return this.jobs.values()
			.stream()
			.filter((job) -> job.isDelayed(this.now))
			.map((job) -> job.due - this.now)
			.min(Comparator.naturalOrder())
			.orElse(null);
	}

	@Nullable ModelJob job(String id) {
		return this.jobs.get(id);
	}

	@Nullable ModelLetter letter(String id) {
		return this.dead.get(id);
	}

	boolean isPaused() {
		return this.paused;
	}

	long now() {
		return this.now;
	}

}
