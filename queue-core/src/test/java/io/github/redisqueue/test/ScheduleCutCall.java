package io.github.redisqueue.test;

import java.util.function.BiFunction;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.Overlap;
import io.github.redisqueue.WorkerQueue;

import static org.assertj.core.api.Assertions.assertThat;

/** A call about a schedule that is to be cut short, and what becomes of the schedule. */
enum ScheduleCutCall {

	PUT(Fate.BEGINS, (test, cut) -> {
		Schedule schedule = test.often().build();
		return () -> cut.schedules().put(schedule);
	}),

	PUT_ANOTHER(Fate.GOES_ON, (test, cut) -> {
		test.putDue(test.often(), 0);
		Schedule schedule = test.often().payload(new byte[] { 2 }).build();
		return () -> cut.schedules().put(schedule);
	}),

	REMOVE(Fate.ENDS, (test, cut) -> {
		test.putDue(test.often(), 0);
		return () -> cut.schedules().remove(test.id);
	}),

	REMOVE_WHAT_IS_DUE(Fate.ENDS, (test, cut) -> {
		test.putDue(test.often(), 1);
		return () -> cut.schedules().remove(test.id);
	}),

	PAUSE(Fate.ENDS, (test, cut) -> {
		test.putDue(test.often(), 0);
		return () -> cut.schedules().pause(test.id);
	}),

	RESUME(Fate.BEGINS, (test, cut) -> {
		test.schedules.put(test.often().build());
		assertThat(test.schedules.pause(test.id)).isTrue();
		return () -> cut.schedules().resume(test.id);
	}),

	DECLARE(Fate.GOES_ON, (test, cut) -> {
		Schedule schedule = test.often().build();
		test.declare(schedule);
		return () -> cut.schedules().declare(schedule);
	}),

	DECLARE_ANOTHER(Fate.GOES_ON, (test, cut) -> {
		assertThat(test.schedules.declare(test.often().build())).isTrue();
		test.schedules.plan();
		Schedule newer = test.often().payload(new byte[] { 2 }).build();
		test.declare(newer);
		return () -> cut.schedules().declare(newer);
	}),

	FORGET(Fate.IS_OVER, (test, cut) -> {
		assertThat(test.schedules.declare(test.often().build())).isTrue();
		test.schedules.plan();
		for (int round = 1; round < ScheduleAbortContract.ROUNDS; round++) {
			test.pass(ScheduleAbortContract.ROUND);
			test.schedules.plan();
		}
		test.pass(ScheduleAbortContract.ROUND);
		return () -> cut.schedules().plan();
	}),

	TRIGGER(Fate.GOES_ON, (test, cut) -> {
		test.putDue(test.often(), 0);
		return () -> cut.schedules().trigger(test.id);
	}),

	PLAN_THE_NEXT(Fate.GOES_ON, (test, cut) -> {
		test.putDue(test.often(), 1);
		test.leaseWhatIsDue();
		return () -> cut.schedules().plan();
	}),

	PLAN_WHAT_IS_DUE(Fate.GOES_ON, (test, cut) -> {
		test.putDue(test.often(), 1);
		return () -> cut.schedules().plan();
	}),

	PLAN_WHAT_WAS_MISSED(Fate.GOES_ON, (test, cut) -> {
		test.putDue(test.often(), 3);
		return () -> cut.schedules().plan();
	}),

	LEASE_WHAT_IS_DUE(Fate.GOES_ON, (test, cut) -> {
		test.putDue(test.often(), 1);
		return () -> cut.lease(20);
	}),

	LEASE_WHAT_WAS_MISSED(Fate.GOES_ON, (test, cut) -> {
		test.putDue(test.often(), 3);
		return () -> cut.lease(20);
	}),

	SKIP(Fate.SKIPS, (test, cut) -> {
		test.putDue(test.often().overlap(Overlap.SKIP), 1);
		test.schedules.plan();
		test.pass(ScheduleAbortContract.PERIOD);
		return () -> cut.schedules().plan();
	});

	private final Fate fate;

	private final BiFunction<ScheduleAbortContract, WorkerQueue, Runnable> act;

	ScheduleCutCall(Fate fate, BiFunction<ScheduleAbortContract, WorkerQueue, Runnable> act) {
		this.fate = fate;
		this.act = act;
	}

	/** What becomes of the schedule. */
	Fate fate() {
		return this.fate;
	}

	/** Brings the queue into a state. Returns the call. */
	Runnable prepare(ScheduleAbortContract test, WorkerQueue cut) {
		return this.act.apply(test, cut);
	}

	/** What becomes of a schedule by a call, cut short or not. */
	enum Fate {

		/** It fires afterwards if the call got through. */
		BEGINS,

		/** It does not fire any more if the call got through. */
		ENDS,

		/** All its firings take place. */
		GOES_ON,

		/** It goes on, and a firing is skipped. */
		SKIPS,

		/** It does not fire any more. */
		IS_OVER

	}

}
