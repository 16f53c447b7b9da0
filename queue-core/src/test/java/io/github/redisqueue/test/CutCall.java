package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;

import static io.github.redisqueue.test.AbortContract.BRIEF;
import static io.github.redisqueue.test.AbortContract.LATER;
import static io.github.redisqueue.test.AbortContract.NEW;
import static io.github.redisqueue.test.AbortContract.NOT_YET;
import static io.github.redisqueue.test.AbortContract.ONE;
import static io.github.redisqueue.test.AbortContract.TWO;
import static io.github.redisqueue.test.QueueFixture.CAUSE;
import static io.github.redisqueue.test.QueueFixture.LONG;
import static io.github.redisqueue.test.QueueFixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

/** A call that is to be cut short, and what it may do to the jobs there are. */
enum CutCall {

	ADD((id) -> true, (id) -> false, (queue, test) -> () -> queue.add(List.of(ONE, TWO, LATER))),

	ADD_PLAINLY((id) -> !id.equals("later"), (id) -> false, (queue, test) -> {
		queue.add(LATER);
		return () -> queue.add(List.of(ONE.withHeaders(Map.of()), TWO));
	}),

	LEASE((queue, test) -> {
		queue.add(List.of(ONE, TWO, LATER));
		test.advance(BRIEF);
		assertThat(queue.counts().ready()).isEqualTo(3);
		return () -> queue.lease(2);
	}),

	START(holding((queue, held) -> () -> queue.start(held, true))),

	EXTEND(holding((queue, held) -> () -> queue.extend(held))),

	EXTEND_LATE((queue, test) -> test.late(queue, (held) -> queue.extend(held))),

	COMPLETE((id) -> false, (id) -> !id.equals("later"), holding((queue, held) -> () -> queue.complete(held))),

	COMPLETE_LATE((id) -> false, (id) -> !id.equals("later"),
			(queue, test) -> test.late(queue, (held) -> queue.complete(held))),

	RETRY(holding((queue, held) -> {
		return () -> queue.retry(Map.of(held.get(0), failure(Duration.ZERO), held.get(1), failure(BRIEF)));
	})),

	RELEASE(holding((queue, held) -> () -> queue.release(held))),

	POSTPONE(holding((queue, held) -> {
		return () -> queue.postpone(Map.of(held.get(0), Duration.ZERO, held.get(1), BRIEF));
	})),

	BURY(holding((queue, held) -> {
		return () -> queue.bury(Map.of(held.get(0), CAUSE, held.get(1), CAUSE));
	})),

	REDRIVE(holding((queue, held) -> {
		queue.bury(Map.of(held.get(0), CAUSE, held.get(1), CAUSE));
		return () -> queue.deadLetters().redrive(List.of("one", "two"));
	})),

	CANCEL_READY((id) -> false, (id) -> id.equals("one"), holding((queue, held) -> {
		queue.release(held);
		return () -> queue.cancel("one");
	})),

	CANCEL_LEASED((id) -> false, (id) -> id.equals("one"), holding((queue, held) -> () -> queue.cancel("one"))),

	CANCEL_DELAYED((id) -> false, (id) -> id.equals("one"), holding((queue, held) -> {
		queue.retry(Map.of(held.get(0), failure(Duration.ofMillis(300))));
		return () -> queue.cancel("one");
	})),

	RECLAIM((queue, test) -> {
		AbortContract.hold(queue);
		test.runOut(BRIEF);
		return () -> queue.clean(CleanDepth.LIGHT);
	}),

	RECLAIM_IN_TURN((queue, test) -> {
		AbortContract.hold(queue);
		test.runOut(BRIEF);
		return () -> queue.cleanInTurn(CleanDepth.LIGHT, LONG, (report) -> {
		});
	}),

	ADD_AS_UNIQUE(holding((queue, held) -> () -> queue.add(List.of(ONE, TWO), AddMode.UNCHECKED))),

	REPLACE_READY(holding((queue, held) -> {
		queue.release(held);
		return () -> queue.add(List.of(NEW, TWO), AddMode.REPLACE);
	})),

	REPLACE_LEASED(holding((queue, held) -> () -> queue.add(List.of(NEW, TWO), AddMode.REPLACE))),

	REPLACE_LEASED_BY_DELAYED(holding((queue, held) -> {
		return () -> queue.add(List.of(NEW.withDelay(NOT_YET), TWO), AddMode.REPLACE);
	})),

	REPLACE_DELAYED(holding((queue, held) -> {
		// Longer than a look at all jobs takes: what is due in the middle of it comes
		// twice.
		queue.retry(Map.of(held.get(0), failure(Duration.ofSeconds(5))));
		return () -> queue.add(List.of(NEW, LATER.withDelay(Duration.ZERO)), AddMode.REPLACE);
	})),

	RESCHEDULE_READY(holding((queue, held) -> {
		queue.release(held);
		return () -> queue.reschedule(List.of("one", "two"), BRIEF);
	})),

	RESCHEDULE_RECLAIMED((queue, test) -> test.late(queue, (held) -> queue.reschedule(List.of("one", "two"), BRIEF))),

	RESCHEDULE_DELAYED(holding((queue, held) -> {
		queue.retry(Map.of(held.get(0), failure(LONG)));
		return () -> queue.reschedule(List.of("one"), Duration.ZERO);
	})),

	REPLACE_ABSENT((id) -> !id.equals("later"), (id) -> false, holding((queue, held) -> {
		queue.complete(held);
		return () -> queue.add(List.of(NEW, TWO.withDelay(NOT_YET)), AddMode.REPLACE);
	})),

	REPLACE_NEW_BY_DELAYED((queue, test) -> {
		queue.add(List.of(ONE, TWO, LATER));
		return () -> queue.add(List.of(NEW.withDelay(NOT_YET)), AddMode.REPLACE);
	});

	private final Predicate<String> begins;

	private final Predicate<String> ends;

	private final BiFunction<WorkerQueue, AbortContract, Runnable> act;

	CutCall(BiFunction<WorkerQueue, AbortContract, Runnable> act) {
		this((id) -> false, (id) -> false, act);
	}

	CutCall(Predicate<String> begins, Predicate<String> ends, BiFunction<WorkerQueue, AbortContract, Runnable> act) {
		this.begins = begins;
		this.ends = ends;
		this.act = act;
	}

	/** A call by who holds two jobs. */
	private static BiFunction<WorkerQueue, AbortContract, Runnable> holding(
			BiFunction<WorkerQueue, List<Lease>, Runnable> call) {
		return (queue, test) -> call.apply(queue, AbortContract.hold(queue));
	}

	/** Whether the call adds a job with this id, which is not there before. */
	boolean begins(String id) {
		return this.begins.test(id);
	}

	/** Whether the call ends the job. */
	boolean ends(String id) {
		return this.ends.test(id);
	}

	/** Brings the queue into a state. Returns the call. */
	Runnable prepare(WorkerQueue queue, AbortContract test) {
		return this.act.apply(queue, test);
	}

}
