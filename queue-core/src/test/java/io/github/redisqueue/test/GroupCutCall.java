package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;

import static io.github.redisqueue.test.GroupAbortContract.LASTING;
import static io.github.redisqueue.test.GroupAbortContract.SHORT;
import static io.github.redisqueue.test.GroupAbortContract.replace;
import static io.github.redisqueue.test.QueueFixture.CAUSE;
import static io.github.redisqueue.test.QueueFixture.each;
import static io.github.redisqueue.test.QueueFixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A call about jobs of the groups g and h that is to be cut short, and what it may do to
 * them.
 */
enum GroupCutCall {

	JOIN(Effect.NONE.begins("g0", "g1", "g2", "h0", "h1"), (queue, test) -> () -> {
		queue.add(test.all("g0", "g1", "h0"));
		queue.add(List.of(test.one("g2").withDelay(LASTING), test.one("h1")));
	}),

	JOIN_BEHIND(Effect.NONE.begins("g3", "h2").keepsHolders(),
			(queue, test, held) -> () -> queue.add(test.all("g3", "h2"))),

	JOIN_BEHIND_WHAT_IS_DUE(Effect.NONE.begins("g4").keepsHolders(), (queue, test, held) -> {
		test.given(queue, SHORT, "g3", "h2");
		test.advance(SHORT.multipliedBy(2));
		return () -> queue.add(test.all("g4"));
	}),

	LEASE_WHAT_IS_DUE(Effect.NONE, (queue, test) -> {
		test.given(queue, SHORT, "g0", "h0", "g1", "h1");
		test.advance(SHORT.multipliedBy(2));
		return () -> queue.lease(20);
	}),

	COMPLETE(Effect.NONE.ends("g0", "h0"), (queue, test, held) -> () -> queue.complete(held)),

	RETRY(Effect.NONE, (queue, test, held) -> {
		return () -> queue.retry(Map.of(held.get(0), failure(Duration.ZERO), held.get(1), failure(LASTING)));
	}),

	LAST_FAILURE(Effect.NONE, (queue, test, held) -> {
		test.write("failures", "g0", "3");
		test.write("failures", "h0", "3");
		return () -> queue.retry(each(held, failure(Duration.ZERO)));
	}),

	RELEASE(Effect.NONE, (queue, test, held) -> () -> queue.release(held)),

	POSTPONE(Effect.NONE, (queue, test, held) -> {
		return () -> queue.postpone(Map.of(held.get(0), Duration.ZERO, held.get(1), LASTING));
	}),

	BURY(Effect.NONE, (queue, test, held) -> () -> queue.bury(each(held, CAUSE))),

	REDRIVE(Effect.NONE.moves("g0", "h0"), (queue, test, held) -> {
		queue.bury(each(held, CAUSE));
		return () -> queue.deadLetters().redrive(test.idsOf("g0", "h0"));
	}),

	CANCEL_READY(Effect.NONE.ends("g0", "h0"), (queue, test, held) -> {
		queue.release(held);
		return () -> queue.cancel(test.idsOf("g0", "h0"));
	}),

	CANCEL_LEASED(Effect.NONE.ends("g0", "h0").keepsHolders(),
			(queue, test, held) -> () -> queue.cancel(test.idsOf("g0", "h0"))),

	CANCEL_DELAYED(Effect.NONE.ends("g0", "h0", "g3"), (queue, test, held) -> {
		queue.retry(each(held, failure(LASTING)));
		test.given(queue, LASTING, "g3");
		return () -> queue.cancel(test.idsOf("g3", "g0", "h0"));
	}),

	CANCEL_WAITING(Effect.NONE.ends("g1", "h1").keepsHolders(),
			(queue, test, held) -> () -> queue.cancel(test.idsOf("g1", "h1"))),

	REPORT_A_LOST_LEASE(Effect.NONE, (queue, test, held) -> {
		queue.cancel(test.idsOf("g0", "h0"));
		test.gone("g0", "h0");
		return () -> queue.complete(held);
	}),

	REPLACE_READY(Effect.NONE.moves("g0", "h0"), (queue, test, held) -> {
		queue.release(held);
		return () -> replace(queue, test.all("g0", "h0"));
	}),

	REPLACE_LEASED(Effect.NONE.moves("g0", "h0").keepsHolders(), (queue, test, held) -> {
		return () -> replace(queue, List.of(test.one("g0"), test.one("h0").withDelay(LASTING)));
	}),

	REPLACE_WAITING(Effect.NONE.moves("g1", "h1").begins("g3").keepsHolders(), (queue, test, held) -> {
		return () -> replace(queue, List.of(test.one("h1").withDelay(LASTING), test.one("g1"), test.one("g3")));
	}),

	REPLACE_BY_JOBS_WITHOUT_A_GROUP(Effect.NONE.leaves("g1", "h0"), (queue, test, held) -> {
		return () -> replace(queue, List.of(test.alone("g1"), test.alone("h0")));
	}),

	RESCHEDULE_WAITING(Effect.NONE.moves("g1", "h1").keepsHolders(),
			(queue, test, held) -> () -> queue.reschedule(test.idsOf("g1", "h1"), LASTING)),

	RESCHEDULE_DELAYED(Effect.NONE.keepsHolders(), (queue, test, held) -> {
		test.given(queue, LASTING, "g3", "h2");
		return () -> queue.reschedule(test.idsOf("g3", "h2"), Duration.ZERO);
	}),

	RESCHEDULE_OPEN(Effect.NONE, (queue, test, held) -> {
		queue.release(held);
		return () -> queue.reschedule(test.idsOf("g0", "h0"), LASTING);
	}),

	RECLAIM(Effect.NONE, (queue, test, held) -> {
		test.write("crashes", "h0", "999");
		test.runOut(LASTING);
		return () -> queue.clean(CleanDepth.LIGHT);
	}),

	LEASE_WHAT_WAS_ABANDONED(Effect.NONE, (queue, test, held) -> {
		test.write("crashes", "h0", "999");
		test.runOut(LASTING);
		return () -> queue.lease(20);
	}),

	MEND(Effect.NONE, (queue, test, held) -> {
		queue.cancel(test.idsOf("g0", "h0"));
		test.gone("g0", "h0");
		test.runOut(LASTING);
		// Fewer if the leases had run out when they were cancelled.
		assertThat(queue.counts().waiting()).isPositive();
		return () -> queue.clean(CleanDepth.DEEP);
	});

	private final Effect effect;

	private final BiFunction<WorkerQueue, GroupAbortContract, Runnable> act;

	GroupCutCall(Effect effect, BiFunction<WorkerQueue, GroupAbortContract, Runnable> act) {
		this.effect = effect;
		this.act = act;
	}

	/** A call by who holds the first job of each group. */
	GroupCutCall(Effect effect, Holding act) {
		this(effect, (queue, test) -> act.call(queue, test, test.hold(queue)));
	}

	/** The jobs that the call adds. */
	Set<String> begins() {
		return this.effect.begun;
	}

	/** The jobs that the call ends, and that leave nothing. */
	Set<String> ends() {
		return this.effect.ended;
	}

	/** The jobs that do not keep their position. */
	Set<String> moves() {
		return this.effect.moved;
	}

	/** The jobs that have no group any more. */
	Set<String> leaves() {
		return this.effect.left;
	}

	/** Whether it adds jobs with the ids of others. */
	boolean replaces() {
		return name().startsWith("REPLACE");
	}

	/** Whether the call leaves it to the holders when the next jobs open. */
	boolean keepsHolders() {
		return this.effect.held;
	}

	/** Brings the queue into a state. Returns the call. */
	Runnable prepare(WorkerQueue queue, GroupAbortContract test) {
		return this.act.apply(queue, test);
	}

	private interface Holding {

		Runnable call(WorkerQueue queue, GroupAbortContract test, List<Lease> held);

	}

	/**
	 * What a call does to jobs.
	 *
	 * @param begun the jobs that it adds
	 * @param ended the jobs that it ends
	 * @param moved the jobs that do not keep their position
	 * @param left those of them that leave their groups
	 * @param held whether what is held before is held after it
	 */
	private record Effect(Set<String> begun, Set<String> ended, Set<String> moved, Set<String> left, boolean held) {

		static final Effect NONE = new Effect(Set.of(), Set.of(), Set.of(), Set.of(), false);

		Effect begins(String... names) {
			return new Effect(Set.of(names), this.ended, this.moved, this.left, this.held);
		}

		Effect ends(String... names) {
			return new Effect(this.begun, Set.of(names), this.moved, this.left, this.held);
		}

		Effect moves(String... names) {
			return new Effect(this.begun, this.ended, Set.of(names), this.left, this.held);
		}

		Effect leaves(String... names) {
			return new Effect(this.begun, this.ended, Set.of(names), Set.of(names), this.held);
		}

		Effect keepsHolders() {
			return new Effect(this.begun, this.ended, this.moved, this.left, true);
		}

	}

}
