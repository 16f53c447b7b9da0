package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many workers and cleaners at once. What they do is drawn from a seed, which is
 * reported, and which the system property {@code queue.test.seed} sets.
 */
abstract class RaceContract extends QueueTests {

	private static final long SEED = Long.getLong("queue.test.seed", System.nanoTime());

	private static final Duration LEASE_TIME = Duration.ofMillis(150);

	private final Map<String, Lease> completed = new ConcurrentHashMap<>();

	private final Map<String, Long> lastTokens = new ConcurrentHashMap<>();

	private final Set<List<Long>> tokens = ConcurrentHashMap.newKeySet();

	private final Set<String> buried = ConcurrentHashMap.newKeySet();

	private final Set<String> faults = ConcurrentHashMap.newKeySet();

	@Test
	void noJobIsLostAndNoneIsCompletedTwice(TestReporter reporter) throws Exception {
		reporter.publishEntry("queue.test.seed", Long.toString(SEED));
		int count = 10_000;
		List<Callable<Void>> everyone = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			WorkerQueue worker = create(limited("worker-" + i, LEASE_TIME, Integer.MAX_VALUE, Integer.MAX_VALUE));
			everyone.add(new Worker(worker, new Random(SEED + i), count, Set.of()));
		}
		for (int i = 0; i < 2; i++) {
			// A cleaner with a limit would bury what has crashed often on a busy machine.
			everyone.add(cleaner(create(limited("cleaner-" + i, LONG, Integer.MAX_VALUE, Integer.MAX_VALUE)), count));
		}
		List<Job> jobs = jobs(count).stream().map(RaceContract::sometimesLater).toList();
		everyone.add(() -> {
			for (int from = 0; from < count; from += 100) {
				this.queue.add(jobs.subList(from, from + 100));
			}
			return null;
		});
		atOnce(everyone);
		assertThat(this.faults).as("seed %d", SEED).isEmpty();
		assertThat(this.buried).as("seed %d", SEED).isEmpty();
		assertThat(this.completed).as("seed %d", SEED).hasSize(count);
		this.completed.forEach((id, lease) -> assertThat(lease.token()).as("the last lease of %s, seed %d", id, SEED)
			.isEqualTo(this.lastTokens.get(id)));
		assertThat(leaseAll(this.queue)).isEmpty();
		this.queue.clean(CleanDepth.DEEP);
		assertCounts(0, 0, 0, 0);
		assertNothingIsLeftBehind();
	}

	@Test
	void everyJobEndsCompletedOrDeadWhenBudgetsAreSmall(TestReporter reporter) throws Exception {
		reporter.publishEntry("queue.test.seed", Long.toString(SEED));
		int count = 2000;
		List<Job> jobs = jobs(count);
		this.queue.add(jobs);
		Set<String> poison = jobs.subList(0, 50).stream().map(Job::id).collect(Collectors.toSet());
		List<Callable<Void>> everyone = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			WorkerQueue worker = create(limited("worker-" + i, LEASE_TIME, 1, 1));
			everyone.add(new Worker(worker, new Random(SEED + i), count, poison));
			everyone.add(cleaner(worker, count));
		}
		atOnce(everyone);
		assertThat(this.faults).as("seed %d", SEED).isEmpty();
		Set<String> dead = ConcurrentHashMap.newKeySet();
		for (int from = 0; from < count; from += 500) {
			this.queue.deadLetters().page(from, 500).forEach((letter) -> dead.add(letter.id()));
		}
		assertThat(dead).as("seed %d", SEED)
			.containsAll(poison)
			.containsAll(this.buried)
			.doesNotContainAnyElementsOf(this.completed.keySet());
		assertThat(dead.size() + this.completed.size()).as("seed %d", SEED).isEqualTo(count);
		assertCounts(0, 0, 0, dead.size());
		this.queue.deadLetters().purgeAll();
		this.queue.clean(CleanDepth.DEEP);
		assertNothingIsLeftBehind();
	}

	private static Job sometimesLater(Job job) {
		return (job.id().hashCode() % 7 == 0) ? job.withDelay(Duration.ofMillis(50)) : job;
	}

	private boolean ended(int count) {
		return this.completed.size() + this.queue.counts().dead() >= count;
	}

	private Callable<Void> cleaner(WorkerQueue cleaner, int count) {
		return () -> {
			while (!ended(count)) {
				cleaner.clean(CleanDepth.LIGHT);
			}
			return null;
		};
	}

	/**
	 * Mostly completes what it leases, except poison, but also fails, releases, vanishes,
	 * and comes back when its leases have long run out.
	 */
	private final class Worker implements Callable<Void> {

		private final WorkerQueue queue;

		private final Random random;

		private final int count;

		private final Set<String> poison;

		private final List<Lease> late = new ArrayList<>();

		Worker(WorkerQueue queue, Random random, int count, Set<String> poison) {
			this.queue = queue;
			this.random = random;
			this.count = count;
			this.poison = poison;
		}

		@Override
		public Void call() {
			while (!ended(this.count)) {
				List<Lease> leases = this.queue.lease(1 + this.random.nextInt(60)).leases();
				leases.forEach(this::note);
				handle(leases);
				settleLate();
			}
			return null;
		}

		private void note(Lease lease) {
			if (!RaceContract.this.tokens.add(List.of((long) line(lease.id()), lease.token()))) {
				RaceContract.this.faults.add("token given twice: " + lease);
			}
			Lease end = RaceContract.this.completed.get(lease.id());
			if (end != null && end.token() < lease.token()) {
				RaceContract.this.faults.add("leased after its completion: " + lease);
			}
			RaceContract.this.lastTokens.merge(lease.id(), lease.token(), Math::max);
		}

		private void handle(List<Lease> leases) {
			int chance = this.random.nextInt(100);
			if (leases.isEmpty()) {
				return;
			}
			if (chance < 70) {
				complete(leases);
			}
			else if (chance < 78) {
				this.queue.release(leases);
			}
			else if (chance < 86) {
				leases.forEach(this::fail);
			}
			else if (chance < 92) {
				this.queue.start(leases, true);
				complete(List.copyOf(this.queue.extend(leases)));
			}
			else if (chance < 97) {
				this.late.addAll(leases);
			}
			else {
				this.queue.start(leases.subList(0, 1), true);
			}
		}

		/**
		 * Completes, repeats, or extends leases some of which others have taken
		 * meanwhile.
		 */
		private void settleLate() {
			List<Lease> over = this.late.stream().filter((lease) -> lease.remaining().isNegative()).toList();
			this.late.removeAll(over);
			if (this.random.nextBoolean()) {
				complete(over);
				complete(over);
			}
			else {
				complete(List.copyOf(this.queue.extend(over)));
			}
		}

		private void complete(List<Lease> leases) {
			leases.stream().filter((lease) -> this.poison.contains(lease.id())).forEach(this::fail);
			List<Lease> good = leases.stream().filter((lease) -> !this.poison.contains(lease.id())).toList();
			for (Lease lease : this.queue.complete(good)) {
				Lease before = RaceContract.this.completed.put(lease.id(), lease);
				if (before != null) {
					RaceContract.this.faults.add("completed twice: by " + before + " and " + lease);
				}
			}
		}

		private void fail(Lease lease) {
			RetryResult result = this.queue.retry(Map.of(lease, failure(Duration.ofMillis(this.random.nextInt(20)))));
			result.buried().forEach((dead) -> RaceContract.this.buried.add(dead.id()));
		}

	}

}
