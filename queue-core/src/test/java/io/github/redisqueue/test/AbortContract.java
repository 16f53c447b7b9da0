package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.lettuce.core.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Section 3 of the design: a script that is cut short in front of any of its writes
 * leaves a state from which all goes on. Each transition is cut before every second write
 * until it gets through, and before every write if the system property
 * {@code queue.test.all} is set. Audits follow a sample of the cuts.
 */
abstract class AbortContract extends QueueTests {

	static final Duration BRIEF = Duration.ofMillis(50);

	/** What replaces a job is not due while the job that it half replaced is leased. */
	static final Duration NOT_YET = Duration.ofSeconds(30);

	/** Enough to lease many; deleted entries of streams last so long by the clock. */
	private static final Duration FOR_MANY = Duration.ofSeconds(2);

	private static final int SAMPLE = 4;

	/** More than stand near one of the ends of a list. */
	private static final int HELD = 320;

	/** More than are looked for one by one. */
	private static final int SETTLED = 40;

	static final Job ONE = job("one").withHeaders(Map.of("k", "v"));

	/** Takes the place of {@link #ONE}. */
	static final Job NEW = Job.of(ONE.id(), "new".getBytes(UTF_8)).withHeaders(Map.of("new", "v"));

	static final Job TWO = job("two");

	static final Job LATER = job("later").withDelay(Duration.ofMillis(1));

	/** The caller tries again: then it is as if nothing had happened. */
	@ParameterizedTest
	@EnumSource(CutCall.class)
	void aScriptThatWasCutShortMayBeRepeated(CutCall step) {
		cutEachTime(step, true);
	}

	/** The caller is gone: then others go on. */
	@ParameterizedTest
	@EnumSource(CutCall.class)
	void aScriptThatWasCutShortLosesNothing(CutCall step) {
		cutEachTime(step, false);
	}

	/** Also if the script was to end the job, or to make it ready. */
	@ParameterizedTest
	@EnumSource(CutCall.class)
	void whatIsCancelledBehindAScriptThatWasCutShortStaysAway(CutCall step) {
		// Only one of its writes tells whether the entry goes before its record.
		int pace = (Scope.runsAll() || step == CutCall.REPLACE_NEW_BY_DELAYED) ? 1 : 2;
		CutScripts.eachTime(step, false, pace, 50, (writes) -> {
			String place = step + " cut before write " + (writes + 1);
			this.keys = QueueKeys.of(this.redis.keyPrefix(), "cancelled" + step.name() + writes);
			this.queue = worker("other");
			CutScripts scripts = new CutScripts(connections());
			WorkerQueue cut = create(limited("brief", BRIEF, 3, 3), this.factory.form().scripts(scripts.connections()));
			boolean gotThrough = scripts.letThrough(step.prepare(cut, this), writes, place);
			Set<String> cancelled = this.queue.cancel(List.of(ONE.id(), TWO.id(), LATER.id()));
			this.queue.deadLetters().purgeAll();
			assertThat(drain(place).stream().filter(cancelled::contains)).as(place).isEmpty();
			deleteKeys();
			return !gotThrough;
		});
	}

	/** A deep cleaning leaves nothing but what is documented, and a repair mends that. */
	@ParameterizedTest
	@EnumSource(CutCall.class)
	void anAuditFindsNothingBehindAScriptThatWasCutShort(CutCall step) {
		CutScripts.eachTime(step, false, Scope.runsAll() ? 1 : SAMPLE, 50, (writes) -> {
			String place = step + " cut before write " + (writes + 1);
			this.keys = QueueKeys.of(this.redis.keyPrefix(), "audited" + step.name() + writes);
			this.queue = worker("other");
			CutScripts scripts = new CutScripts(connections());
			WorkerQueue cut = create(limited("brief", BRIEF, 3, 3), this.factory.form().scripts(scripts.connections()));
			boolean gotThrough = scripts.letThrough(step.prepare(cut, this), writes, place);
			runOut(FOR_MANY);
			this.queue.clean(CleanDepth.DEEP);
			runOut(FOR_MANY);
			this.queue.clean(CleanDepth.DEEP);
			assertThat(this.queue.audit().counts().keySet()).as(place).isSubsetOf(CutScripts.LEFT_BEHIND);
			this.queue.repair(false);
			assertThat(this.queue.audit().findings()).as(place).isEmpty();
			deleteKeys();
			return !gotThrough;
		});
	}

	/**
	 * Many jobs that do not stand together are marked where they stand, then removed in
	 * one walk. The list that holds them is long enough for that on each type.
	 */
	@ParameterizedTest
	@EnumSource(Settling.class)
	void aSettlementOfManyScatteredJobsThatWasCutShortLosesNothing(Settling settling) {
		int pace = 17;
		boolean gotThrough = false;
		for (int writes = 0; !gotThrough; writes += pace) {
			assertThat(writes).as("writes of %s", settling).isLessThan(1000);
			gotThrough = cutScattered(settling, writes);
		}
	}

	private boolean cutScattered(Settling settling, int writes) {
		String place = settling + " of many cut before write " + (writes + 1);
		this.keys = QueueKeys.of(this.redis.keyPrefix(), settling.name() + writes);
		this.queue = worker("other");
		CutScripts scripts = new CutScripts(connections());
		QueueSettings settings = limited("holder", FOR_MANY, 3, 3);
		WorkerQueue cut = create(settings, this.factory.form().scripts(scripts.connections()));
		List<Job> jobs = jobs(HELD);
		cut.add(jobs);
		List<Lease> held = leaseAll(cut);
		assertThat(held).hasSizeGreaterThanOrEqualTo(HELD);
		List<Lease> scattered = IntStream.range(HELD - 2 * SETTLED, HELD)
			.filter((i) -> i % 2 == 0)
			.mapToObj(held::get)
			.toList();
		boolean gotThrough = scripts.letThrough(() -> settling.act.accept(cut, scattered), writes, place);
		runOut(FOR_MANY);
		Set<String> ended = drain(place);
		if (settling == Settling.COMPLETE) {
			scattered.forEach((lease) -> ended.add(lease.id()));
		}
		assertThat(ended).as(place).containsExactlyInAnyOrderElementsOf(jobs.stream().map(Job::id).toList());
		awaitNothingLeftBehind(place);
		deleteKeys();
		return gotThrough;
	}

	/**
	 * Who holds a job may end it as long as its replacement is not there. The replacement
	 * itself goes to somebody else.
	 */
	@Test
	void whoHoldsAJobDoesNotEndAReplacementThatWasCutShort() {
		boolean gotThrough = false;
		for (int writes = 0; !gotThrough; writes++) {
			assertThat(writes).isLessThan(50);
			gotThrough = cutReplacement(writes);
		}
	}

	private boolean cutReplacement(int writes) {
		String place = "replacement cut before write " + (writes + 1);
		this.keys = QueueKeys.of(this.redis.keyPrefix(), "replacement" + writes);
		this.queue = worker("other");
		CutScripts scripts = new CutScripts(connections());
		WorkerQueue cut = create(limited("brief", BRIEF, 3, 3), this.factory.form().scripts(scripts.connections()));
		Lease held = hold(cut).stream().filter((lease) -> lease.id().equals(ONE.id())).findFirst().orElseThrow();
		boolean gotThrough = scripts.letThrough(() -> cut.add(List.of(NEW), AddMode.REPLACE), writes, place);
		boolean isThere = isStored(NEW);
		boolean wasHeld = complete(cut, held);
		assertThat(wasHeld && gotThrough).as("%s: the lease is lost", place).isFalse();
		runOut(BRIEF);
		cleanUntilLeased(0);
		List<String> coming = leaseAll(this.queue).stream().map((lease) -> payload(lease.job())).toList();
		assertThat(coming).as(place).contains(payload(TWO));
		assertThat(coming.contains(payload(NEW))).as("%s: the new job comes", place).isEqualTo(isThere);
		assertThat(coming.contains(payload(ONE))).as("%s: the old job comes", place).isEqualTo(!isThere && !wasHeld);
		deleteKeys();
		return gotThrough;
	}

	private static String payload(Job job) {
		return new String(job.payload(), UTF_8);
	}

	/** Whether a payload is where the types keep theirs. An entry has its record. */
	private boolean isStored(Job job) {
		QueueKeys own = keysOf(job.id());
		return payload(job).equals(this.commands.get(own.key("item:" + job.id())))
				|| payload(job).equals(this.commands.hget(own.key("jobs"), job.id()))
				|| this.commands.xrange(own.key("stream"), Range.create("-", "+"))
					.stream()
					.anyMatch((entry) -> payload(job).equals(entry.getBody().get("data"))
							&& entry.getId().equals(this.commands.hget(own.key("ids"), job.id())));
	}

	private void cutEachTime(CutCall step, boolean repeat) {
		CutScripts.eachTime(step, repeat, Scope.runsAll() ? 1 : 2, 50, (writes) -> cut(step, writes, repeat));
	}

	/** False if the script got through. */
	private boolean cut(CutCall step, int writes, boolean repeat) {
		String place = step + " cut before write " + (writes + 1);
		this.keys = QueueKeys.of(this.redis.keyPrefix(), step.name() + writes);
		this.queue = worker("other");
		CutScripts scripts = new CutScripts(connections());
		QueueSettings settings = limited("brief", BRIEF, 3, 3);
		Runnable call = step.prepare(create(settings, this.factory.form().scripts(scripts.connections())), this);
		boolean gotThrough = scripts.letThrough(call, writes, place);
		if (repeat) {
			call.run();
		}
		Set<String> ended = drain(place);
		boolean certain = repeat || gotThrough;
		for (Job job : List.of(ONE, TWO, LATER)) {
			if (step.ends(job.id())) {
				assertThat(ended.contains(job.id()) && certain).as("%s: %s was not ended", place, job).isFalse();
			}
			else if (certain || !step.begins(job.id())) {
				assertThat(ended).as("%s: %s is not lost", place, job).contains(job.id());
			}
		}
		awaitNothingLeftBehind(place);
		deleteKeys();
		return !gotThrough;
	}

	/** A call that settles many jobs, which is to be cut short. */
	enum Settling {

		RELEASE((queue, leases) -> queue.release(leases)),

		RETRY((queue, leases) -> queue.retry(each(leases, failure(BRIEF)))),

		BURY((queue, leases) -> queue.bury(each(leases, CAUSE))),

		COMPLETE((queue, leases) -> queue.complete(leases));

		private final BiConsumer<WorkerQueue, List<Lease>> act;

		Settling(BiConsumer<WorkerQueue, List<Lease>> act) {
			this.act = act;
		}

	}

	/** Two jobs are leased, one is on its way. */
	static List<Lease> hold(WorkerQueue queue) {
		queue.add(List.of(ONE, TWO));
		List<Lease> held = queue.lease(2).leases();
		queue.add(LATER);
		return held;
	}

	/** The leases have run out, and the jobs are ready again. */
	Runnable late(WorkerQueue queue, Consumer<List<Lease>> act) {
		List<Lease> held = hold(queue);
		runOut(BRIEF);
		cleanUntilLeased(0);
		return () -> act.accept(held);
	}

}
