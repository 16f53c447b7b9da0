package io.github.redisqueue.model;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AuditFinding;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.CutScripts;
import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.LivingJobs;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.TestRedis;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One queue under faults. Of a call that was cut short nobody knows what it has done. But
 * a job that was surely added is there until it surely may have ended, one that has ended
 * does not come back, and cleanings and leases work off all of it.
 */
final class FaultTrial extends Trial {

	/** How often a queue is cleaned and leased until it has to be empty. */
	private static final int ROUNDS = 12;

	private static final int MANY = 50;

	private static final List<String> CANCELLED = List.of("a");

	private final CutScripts cuts;

	private final Map<String, KnownJob> jobs = new TreeMap<>();

	private long now;

	private boolean isFull;

	FaultTrial(Variant variant, Rules rules, TestRedis redis) {
		super(variant, rules.withoutEnds(), redis);
		this.cuts = new CutScripts(this.clock.connections());
		this.scripts = Form.LETTUCE.scripts(this.cuts.connections());
		this.queue = create("operator");
		// So that the first call is not cut while it records the layout.
		this.queue.counts();
	}

	private KnownJob known(String id) {
		return this.jobs.computeIfAbsent(id, (key) -> new KnownJob());
	}

	void cut(int writes, Runnable step) {
		this.cuts.letThrough(step, writes, "a step");
	}

	/**
	 * A job with shards keeps its shard, so it has a group before and after, or never.
	 */
	void restart(int maxLeased, int maxConcurrent) {
		boolean isFixed = this.variant.shards() > 1;
		this.rules = this.rules.with(maxLeased, (isFixed && this.rules.maxConcurrent() == 0) ? 0
				: isFixed ? Math.max(1, maxConcurrent) : maxConcurrent);
		crashAll();
		this.queue = create("operator");
	}

	void fillMemory(boolean isFull) {
		this.isFull = isFull;
		this.cuts.fillMemory(isFull);
	}

	void breakBell(boolean isBroken) {
		this.redis.commands().del(this.keys.bell());
		if (isBroken) {
			this.redis.commands().set(this.keys.bell(), "broken");
		}
	}

	/** Calls, and takes note of what may have happened if the call does not return. */
	private static <R> R call(Supplier<R> call, Runnable unknown) {
		try {
			return call.get();
		}
		catch (RuntimeException ex) {
			unknown.run();
			throw ex;
		}
	}

	private void forEach(Collection<String> ids, Consumer<KnownJob> note) {
		ids.forEach((id) -> note.accept(known(id)));
	}

	@Override
	void add(List<Addition> additions, AddMode mode) {
		List<Addition> jobs = additions.stream()
			.map((addition) -> this.variant.place(addition, this.rules))
			.filter((addition) -> mode != AddMode.UNCHECKED || !known(addition.id()).mayLive)
			.toList();
		for (Addition addition : jobs) {
			KnownJob job = known(addition.id());
			job.payloads.add(text(addition.content()));
			job.mayBeFar = job.mayBeFar || Addition.isFar(addition.delay());
		}
		List<String> ids = jobs.stream().map(Addition::id).toList();
		Runnable unknown = () -> forEach(ids, (job) -> {
			job.mayBeTwo = mode == AddMode.REPLACE && job.mayLive;
			job.mayLive = true;
			job.heldUntil = (mode == AddMode.REPLACE) ? 0 : job.heldUntil;
		});
		try {
			Set<String> added = call(() -> this.queue.add(jobs.stream().map(Addition::job).toList(), mode), unknown);
			forEach(added, (job) -> {
				job.isKept = true;
				job.mayLive = true;
				job.heldUntil = (mode == AddMode.REPLACE) ? 0 : job.heldUntil;
			});
		}
		catch (DataAccessException ex) {
			if (!this.isFull || !String.valueOf(NestedExceptionUtils.getMostSpecificCause(ex)).contains("OOM")) {
				throw ex;
			}
		}
	}

	@Override
	void lease(String worker, int max) {
		Holder holder = holder(worker);
		List<Lease> leases = holder.queue().lease(max).leases();
		holder.all().addAll(leases);
		leases.forEach(this::take);
	}

	private void take(Lease lease) {
		KnownJob job = known(lease.id());
		assertThat(job.mayLive).as("%s, which had ended, comes back", lease).isTrue();
		assertThat(job.payloads).as("the payload of %s", lease).contains(text(lease.job()));
		assertThat(job.heldUntil).as("%s is held by nobody else", lease).isLessThanOrEqualTo(this.now);
		job.isKept = true;
		job.heldUntil = this.now + Rules.LEASE_TIME.toMillis();
	}

	@Override
	void act(Step.Act act, String worker, List<Integer> leases, long delay) {
		Holder holder = holder(worker);
		WorkerQueue queue = holder.queue();
		List<Lease> given = holder.leases(leases);
		List<String> ids = given.stream().map(Lease::id).toList();
		Duration time = Duration.ofSeconds(delay);
		switch (act) {
			case START_ALONE, START_BESIDE_OTHERS -> queue.start(given, act == Step.Act.START_ALONE);
			case EXTEND ->
				forEach(ids(queue.extend(given)), (job) -> job.heldUntil = this.now + Rules.LEASE_TIME.toMillis());
			case COMPLETE ->
				forEach(ids(settle(() -> queue.complete(given), ids, (job) -> job.isKept = false)), KnownJob::end);
			case RETRY -> {
				RetryResult result = settle(() -> queue.retry(QueueFixture.each(given, act.failure(delay))), ids,
						(job) -> job.mayBeDead = true);
				forEach(ids(result.retried()), KnownJob::free);
				forEach(ids(result.buried()), KnownJob::bury);
			}
			case POSTPONE ->
				forEach(ids(settle(() -> queue.postpone(QueueFixture.each(given, time)), ids, KnownJob::free)),
						KnownJob::free);
			case RELEASE -> forEach(ids(settle(() -> queue.release(given), ids, KnownJob::free)), KnownJob::free);
			case BURY, BURY_BY_EXCEPTION -> forEach(ids(settle(() -> queue.bury(QueueFixture.each(given, act.cause())),
					ids, (job) -> job.mayBeDead = true)), KnownJob::bury);
		}
	}

	private static String text(Job job) {
		return new String(job.payload(), StandardCharsets.UTF_8);
	}

	private <R> R settle(Supplier<R> call, List<String> ids, Consumer<KnownJob> unknown) {
		return call(call, () -> forEach(ids, (job) -> {
			job.free();
			unknown.accept(job);
		}));
	}

	private static List<String> ids(Collection<Lease> leases) {
		return leases.stream().map(Lease::id).toList();
	}

	@Override
	void cancel(List<String> ids) {
		Set<String> cancelled = settle(() -> this.queue.cancel(ids), ids, (job) -> job.isKept = false);
		forEach(cancelled, KnownJob::end);
	}

	@Override
	void reschedule(List<String> ids, long delay) {
		if (Addition.isFar(delay)) {
			forEach(ids, (job) -> job.mayBeFar = true);
			this.queue.reschedule(ids, Instant.now().plusSeconds(delay));
		}
		else {
			this.queue.reschedule(ids, Duration.ofSeconds(delay));
		}
	}

	@Override
	void redrive(List<String> ids) {
		redriving(ids, () -> this.queue.deadLetters().redrive(ids));
	}

	@Override
	void redriveAll() {
		redriving(List.copyOf(this.jobs.keySet()), () -> {
			this.queue.deadLetters().redriveAll();
			return Set.copyOf(this.jobs.keySet());
		});
	}

	/** What is known of a letter does not say whether it can be redriven. */
	private void redriving(Collection<String> ids, Supplier<Set<String>> redrive) {
		Consumer<KnownJob> note = (job) -> job.mayLive = job.mayLive || job.mayBeDead;
		forEach(call(redrive, () -> forEach(ids, note)), note);
	}

	@Override
	void purge(List<String> ids) {
		Consumer<KnownJob> note = (job) -> job.isKept = job.isKept && !job.mayBeDead;
		forEach(call(() -> this.queue.deadLetters().purge(ids), () -> forEach(ids, note)), note);
	}

	@Override
	void read(int offset, int count, String id) {
		this.queue.deadLetters().page(offset, count);
		this.queue.deadLetters().get(id);
	}

	@Override
	void count() {
		this.queue.counts();
	}

	@Override
	void clean(CleanDepth depth) {
		this.queue.clean(depth);
	}

	@Override
	void advance(Duration time) {
		super.advance(time);
		this.now += time.toMillis();
	}

	/**
	 * Jobs that have to be there come, or are dead letters, and an audit finds nothing.
	 * Those that are cancelled first stay away, and cleanings need no memory.
	 */
	@Override
	void drain() {
		fillMemory(false);
		breakBell(false);
		restart(0, this.rules.maxConcurrent());
		this.queue.resume();
		cancel(CANCELLED);
		for (int round = 0; round < ROUNDS && (!isEmpty() || isMissing()); round++) {
			workOff();
			advance(LONG);
			fillMemory(round == 0);
			this.queue.clean((round % 2 == 0) ? CleanDepth.DEEP : CleanDepth.LIGHT);
			fillMemory(false);
			bringForward();
		}
		workOff();
		assertThat(isEmpty()).as("%s are all worked off", this.queue.counts()).isTrue();
		Set<String> letters = this.queue.deadLetters()
			.page(0, MANY)
			.stream()
			.map(DeadLetter::id)
			.collect(Collectors.toSet());
		this.jobs.forEach((id, job) -> {
			assertThat(job.isKept && !letters.contains(id)).as("%s is lost", id).isFalse();
			assertThat(letters.contains(id) && !job.mayBeDead).as("there is a dead letter of %s", id).isFalse();
		});
		for (int cleaning = 0; cleaning < 2; cleaning++) {
			advance(LONG);
			this.queue.clean(CleanDepth.DEEP);
		}
		assertThat(this.queue.audit().counts().keySet()).as("findings before a repair")
			.isSubsetOf(CutScripts.LEFT_BEHIND);
		this.queue.repair(false);
		workOff();
		assertThat(this.queue.audit().findings()).extracting(AuditFinding::toString)
			.as("findings after a repair")
			.isEmpty();
		this.queue.deadLetters().purgeAll();
		removeKeys();
	}

	/** What is pending without an entry ends by the server's clock alone. */
	private boolean isEmpty() {
		long living = LivingJobs.of(this.queue);
		return living == 0 || living == this.queue.audit().counts().getOrDefault(AuditRule.PENDING_WITHOUT_ENTRY, 0L);
	}

	/** Whether a job has not come yet that is not surely a dead letter. */
	private boolean isMissing() {
		return this.jobs.values().stream().anyMatch((job) -> job.isKept && !job.mayBeDead);
	}

	/** Only what is far: rescheduling a job could mend what cleanings have to mend. */
	private void bringForward() {
		List<String> far = this.jobs.keySet().stream().filter((id) -> known(id).mayBeFar).toList();
		if (!far.isEmpty()) {
			this.queue.reschedule(far, Duration.ZERO);
			forEach(far, (job) -> job.mayBeFar = false);
		}
	}

	private void workOff() {
		Holder worker = holder("one");
		do {
			worker.all().clear();
			lease("one", MANY);
			act(Step.Act.COMPLETE, "one", IntStream.range(0, worker.all().size()).boxed().toList(), 0);
		}
		while (!worker.all().isEmpty());
	}

}
