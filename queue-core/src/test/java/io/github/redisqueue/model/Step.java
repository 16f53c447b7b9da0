package io.github.redisqueue.model;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Failure;

/**
 * One step of a sequence. Each makes sense whatever came before it, so steps can be left
 * out.
 */
interface Step {

	/** Does it to the queue, and compares the result with what is known. */
	void run(Trial trial);

	/** Steps that do less. */
	default Stream<Step> simpler() {
		return Stream.of();
	}

	/** All but one of some elements. */
	private static <T> Stream<List<T>> fewer(List<T> all) {
		return (all.size() < 2) ? Stream.of() : Stream.iterate(0, (i) -> i < all.size(), (i) -> i + 1)
			.map((i) -> Stream.concat(all.subList(0, i).stream(), all.subList(i + 1, all.size()).stream()).toList());
	}

	record Add(List<Addition> jobs, AddMode mode) implements Step {

		@Override
		public void run(Trial trial) {
			trial.add(this.jobs, this.mode);
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.jobs).map((some) -> new Add(some, this.mode));
		}

	}

	record LeaseJobs(String worker, int max) implements Step {

		@Override
		public void run(Trial trial) {
			trial.lease(this.worker, this.max);
		}

		@Override
		public Stream<Step> simpler() {
			return (this.max > 1) ? Stream.of(new LeaseJobs(this.worker, 1)) : Stream.of();
		}

	}

	/** What a worker does with jobs that it holds. */
	record Hold(Act act, String worker, List<Integer> leases, long delay) implements Step {

		@Override
		public void run(Trial trial) {
			trial.act(this.act, this.worker, this.leases, this.delay);
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.leases).map((some) -> new Hold(this.act, this.worker, some, this.delay));
		}

	}

	/** What workers do with jobs that they hold. */
	enum Act {

		START_ALONE, START_BESIDE_OTHERS, EXTEND, COMPLETE, RETRY, POSTPONE, RELEASE, BURY,

		/** The burial counts a failure. */
		BURY_BY_EXCEPTION;

		Failure failure(long delay) {
			return new Failure(Duration.ofSeconds(delay), Cause.of(Cause.Reason.FAILURES, "failed"));
		}

		Cause cause() {
			return (this == BURY_BY_EXCEPTION) ? new Cause(Cause.Reason.NOT_RETRYABLE, "Exception", null, null)
					: Cause.of(Cause.Reason.REQUESTED, null);
		}

	}

	record Crash(String worker) implements Step {

		@Override
		public void run(Trial trial) {
			trial.crash(this.worker);
		}

	}

	record Cancel(List<String> ids) implements Step {

		@Override
		public void run(Trial trial) {
			trial.cancel(this.ids);
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.ids).map(Cancel::new);
		}

	}

	record Reschedule(List<String> ids, long delay) implements Step {

		@Override
		public void run(Trial trial) {
			trial.reschedule(this.ids, this.delay);
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.ids).map((some) -> new Reschedule(some, this.delay));
		}

	}

	record Redrive(List<String> ids) implements Step {

		@Override
		public void run(Trial trial) {
			trial.redrive(this.ids);
		}

	}

	record Purge(List<String> ids) implements Step {

		@Override
		public void run(Trial trial) {
			trial.purge(this.ids);
		}

	}

	record Read(int offset, int count, String id) implements Step {

		@Override
		public void run(Trial trial) {
			trial.read(this.offset, this.count, this.id);
		}

	}

	/** What an operator does without an argument. */
	enum Simple implements Step {

		COUNT(Trial::count), PAUSE((trial) -> trial.pause(true)), RESUME((trial) -> trial.pause(false)),

		CLEAN((trial) -> trial.clean(CleanDepth.LIGHT)), CLEAN_DEEP((trial) -> trial.clean(CleanDepth.DEEP)),

		REDRIVE_ALL(Trial::redriveAll);

		private final Consumer<Trial> action;

		Simple(Consumer<Trial> action) {
			this.action = action;
		}

		@Override
		public void run(Trial trial) {
			this.action.accept(trial);
		}

	}

	record Wait(int minutes) implements Step {

		@Override
		public void run(Trial trial) {
			trial.advance(Duration.ofMinutes(this.minutes));
		}

	}

}
