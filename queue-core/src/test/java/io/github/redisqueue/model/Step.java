package io.github.redisqueue.model;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import io.github.redisqueue.RetryResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One step of a sequence. Leases are named by their numbers, counted among those that the
 * worker has got, modulo how many these are: so each step makes sense whatever came
 * before it, and steps can be left out.
 */
sealed interface Step {

	/** Does it to the queue and to the model, and compares the results. */
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

	record Add(List<Addition> jobs) implements Step {

		@Override
		public void run(Trial trial) {
			List<Addition> jobs = trial.placed(this.jobs);
			Set<String> added = trial.queue.add(jobs.stream().map(Addition::job).toList());
			assertThat(added).isEqualTo(trial.model.add(jobs));
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.jobs).map(Add::new);
		}

	}

	/** Adds those jobs without a look-up whose ids are new. */
	record AddUnchecked(List<Addition> jobs) implements Step {

		@Override
		public void run(Trial trial) {
			List<Addition> absent = trial.placed(this.jobs)
				.stream()
				.filter((job) -> trial.model.jobs().get(job.id()) == null)
				.toList();
			Set<String> added = trial.queue.add(absent.stream().map(Addition::job).toList(), AddMode.UNCHECKED);
			assertThat(added).isEqualTo(trial.model.addUnchecked(absent));
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.jobs).map(AddUnchecked::new);
		}

	}

	/** Adds jobs, and replaces those that are there. */
	record Replace(List<Addition> jobs) implements Step {

		@Override
		public void run(Trial trial) {
			List<Addition> jobs = trial.placed(this.jobs);
			Set<String> added = trial.queue.add(jobs.stream().map(Addition::job).toList(), AddMode.REPLACE);
			assertThat(added).isEqualTo(trial.model.replace(jobs));
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.jobs).map(Replace::new);
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

	record Start(String worker, List<Integer> leases, boolean alone) implements Step {

		@Override
		public void run(Trial trial) {
			List<Lease> given = trial.worker(this.worker).leases(this.leases);
			assertThat(trial.worker(this.worker).queue().start(given, this.alone))
				.isEqualTo(trial.model.start(given, this.alone));
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.leases).map((some) -> new Start(this.worker, some, this.alone));
		}

	}

	record Extend(String worker, List<Integer> leases) implements Step {

		@Override
		public void run(Trial trial) {
			Trial.Worker who = trial.worker(this.worker);
			List<Lease> given = who.leases(this.leases);
			assertThat(who.queue().extend(given)).isEqualTo(trial.model.extend(who.model(), given));
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.leases).map((some) -> new Extend(this.worker, some));
		}

	}

	record Complete(String worker, List<Integer> leases) implements Step {

		@Override
		public void run(Trial trial) {
			List<Lease> given = trial.worker(this.worker).leases(this.leases);
			assertThat(trial.worker(this.worker).queue().complete(given)).isEqualTo(trial.model.complete(given));
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.leases).map((some) -> new Complete(this.worker, some));
		}

	}

	record Retry(String worker, List<Integer> leases, int delay) implements Step {

		@Override
		public void run(Trial trial) {
			List<Lease> given = trial.worker(this.worker).leases(this.leases);
			Failure failure = new Failure(Duration.ofSeconds(this.delay), Cause.of(Cause.Reason.FAILURES, "failed"));
			RetryResult result = trial.worker(this.worker).queue().retry(each(given, failure));
			assertThat(result).isEqualTo(trial.model.retry(given, failure.delay()));
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.leases).map((some) -> new Retry(this.worker, some, this.delay));
		}

	}

	record Postpone(String worker, List<Integer> leases, int delay) implements Step {

		@Override
		public void run(Trial trial) {
			List<Lease> given = trial.worker(this.worker).leases(this.leases);
			Duration time = Duration.ofSeconds(this.delay);
			assertThat(trial.worker(this.worker).queue().postpone(each(given, time)))
				.isEqualTo(trial.model.postpone(given, time));
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.leases).map((some) -> new Postpone(this.worker, some, this.delay));
		}

	}

	record Release(String worker, List<Integer> leases) implements Step {

		@Override
		public void run(Trial trial) {
			List<Lease> given = trial.worker(this.worker).leases(this.leases);
			assertThat(trial.worker(this.worker).queue().release(given)).isEqualTo(trial.model.release(given));
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.leases).map((some) -> new Release(this.worker, some));
		}

	}

	/** With an exception, the burial counts a failure. */
	record Bury(String worker, List<Integer> leases, boolean byException) implements Step {

		@Override
		public void run(Trial trial) {
			List<Lease> given = trial.worker(this.worker).leases(this.leases);
			Cause cause = this.byException ? new Cause(Cause.Reason.NOT_RETRYABLE, "Exception", null, null)
					: Cause.of(Cause.Reason.REQUESTED, null);
			assertThat(trial.worker(this.worker).queue().bury(each(given, cause)))
				.isEqualTo(trial.model.bury(given, cause));
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.leases).map((some) -> new Bury(this.worker, some, this.byException));
		}

	}

	/** The worker is killed, with all that it holds. */
	record Crash(String worker) implements Step {

		@Override
		public void run(Trial trial) {
			trial.crash(this.worker);
		}

	}

	record Cancel(List<String> ids) implements Step {

		@Override
		public void run(Trial trial) {
			assertThat(trial.queue.cancel(this.ids)).isEqualTo(trial.model.cancel(this.ids));
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.ids).map(Cancel::new);
		}

	}

	record Reschedule(List<String> ids, int delay) implements Step {

		@Override
		public void run(Trial trial) {
			Duration time = Duration.ofSeconds(this.delay);
			trial.catchUp();
			trial.awaitNextMillisecond();
			assertThat(trial.queue.reschedule(this.ids, time)).isEqualTo(trial.model.reschedule(this.ids, time));
			trial.awaitNextMillisecond();
		}

		@Override
		public Stream<Step> simpler() {
			return fewer(this.ids).map((some) -> new Reschedule(some, this.delay));
		}

	}

	record Redrive(List<String> ids) implements Step {

		@Override
		public void run(Trial trial) {
			List<String> ids = trial.model.letters().oldestFirst(this.ids);
			assertThat(trial.queue.deadLetters().redrive(ids)).isEqualTo(trial.model.redrive(ids));
		}

	}

	record RedriveAll() implements Step {

		@Override
		public void run(Trial trial) {
			assertThat(trial.queue.deadLetters().redriveAll()).isEqualTo(trial.model.redriveAll().size());
		}

	}

	record Purge(List<String> ids) implements Step {

		@Override
		public void run(Trial trial) {
			assertThat(trial.queue.deadLetters().purge(this.ids)).isEqualTo(trial.model.letters().purge(this.ids));
		}

	}

	/** Reads dead letters, a page and one of them. */
	record Read(int offset, int count, String id) implements Step {

		@Override
		public void run(Trial trial) {
			new DeadLetterCheck(trial.model, trial.queue.deadLetters()).page(this.offset, this.count).get(this.id);
		}

	}

	/** What an operator does without an argument. */
	enum Simple implements Step {

		COUNT(Trial::checkCounts),

		PAUSE((trial) -> {
			trial.queue.pause();
			trial.model.pause(true);
		}),

		RESUME((trial) -> {
			trial.queue.resume();
			trial.model.pause(false);
		}),

		CLEAN((trial) -> trial.clean(CleanDepth.LIGHT)),

		CLEAN_DEEP((trial) -> trial.clean(CleanDepth.DEEP));

		private final Consumer<Trial> action;

		Simple(Consumer<Trial> action) {
			this.action = action;
		}

		@Override
		public void run(Trial trial) {
			this.action.accept(trial);
		}

	}

	/** Minutes pass. */
	record Wait(int minutes) implements Step {

		@Override
		public void run(Trial trial) {
			trial.advance(Duration.ofMinutes(this.minutes));
		}

	}

	private static <V> Map<Lease, V> each(List<Lease> leases, V value) {
		Map<Lease, V> all = new LinkedHashMap<>();
		leases.forEach((lease) -> all.put(lease, value));
		return all;
	}

}
