package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Limits hold though many workers lease and settle at once. What they do is drawn from a
 * seed, which is reported, and which the system property {@code queue.test.seed} sets.
 */
abstract class LimitRaceContract extends LimitTests {

	private static final long SEED = Long.getLong("queue.test.seed", System.nanoTime());

	private static final int WORKERS = 4;

	private static final int COUNT = 300;

	private static final int MAX_LEASED = 5;

	private static final RateLimit RATE = RateLimit.valueOf("200/s");

	private final Set<String> faults = ConcurrentHashMap.newKeySet();

	private final Set<String> ended = ConcurrentHashMap.newKeySet();

	private final AtomicInteger held = new AtomicInteger();

	private final AtomicInteger mostHeld = new AtomicInteger();

	private final Queue<Span> spans = new ConcurrentLinkedQueue<>();

	@Test
	void bothLimitsHoldTogether(TestReporter reporter) throws Exception {
		reporter.publishEntry("queue.test.seed", Long.toString(SEED));
		List<Callable<Void>> everyone = new ArrayList<>();
		for (int i = 0; i < WORKERS; i++) {
			everyone.add(new Worker(bound("worker-" + i, RATE, MAX_LEASED), new Random(SEED + i)));
		}
		List<Job> jobs = jobs(COUNT);
		everyone.add(() -> {
			for (int from = 0; from < COUNT; from += 50) {
				this.queue.add(jobs.subList(from, from + 50));
			}
			return null;
		});
		atOnce(everyone);
		assertThat(this.faults).as("seed %d", SEED).isEmpty();
		assertThat(this.ended).as("seed %d", SEED).hasSize(COUNT);
		this.queue.deadLetters().purgeAll();
		assertCounts(0, 0, 0, 0);
		assertNothingIsLeftBehind();
		assertThat(this.mostHeld.get()).as("seed %d", SEED).isBetween(1, MAX_LEASED);
		assertNoWindowSeesMore();
	}

	/** Each call has leased at some time within its span. */
	private void assertNoWindowSeesMore() {
		List<Span> byEnd = this.spans.stream().sorted(Comparator.comparing(Span::end)).toList();
		assertThat(byEnd.stream().mapToInt(Span::leases).sum()).isGreaterThanOrEqualTo(COUNT);
		for (Span first : byEnd) {
			int sum = 0;
			for (Span span : byEnd) {
				if (span.begin() >= first.begin()) {
					sum += span.leases();
					double brought = (double) (span.end() - first.begin()) * RATE.jobs() / RATE.period().toNanos()
							* 1000;
					assertThat((double) sum).as("leases within %d us, seed %d", span.end() - first.begin(), SEED)
						.isLessThanOrEqualTo(RATE.burst() + brought);
				}
			}
		}
	}

	/**
	 * A call that has leased something.
	 *
	 * @param begin the time of the server before it, in us
	 * @param end the time after it
	 * @param leases how many it leased
	 */
	private record Span(long begin, long end, int leases) {

	}

	/** Leases a few jobs and settles them, mostly by completing them. */
	private final class Worker implements Callable<Void> {

		private final WorkerQueue queue;

		private final Random random;

		Worker(WorkerQueue queue, Random random) {
			this.queue = queue;
			this.random = random;
		}

		@Override
		public Void call() {
			while (LimitRaceContract.this.ended.size() < COUNT) {
				int max = 1 + this.random.nextInt(10);
				long before = serverMicros();
				List<Lease> leases = this.queue.lease(max).leases();
				int held = LimitRaceContract.this.held.addAndGet(leases.size());
				LimitRaceContract.this.mostHeld.accumulateAndGet(held, Math::max);
				if (!leases.isEmpty()) {
					LimitRaceContract.this.spans.add(new Span(before, serverMicros(), leases.size()));
				}
				leases.forEach(this::settle);
			}
			return null;
		}

		private void settle(Lease lease) {
			LimitRaceContract.this.held.decrementAndGet();
			int chance = this.random.nextInt(100);
			if (chance < 8) {
				check(lease, this.queue.release(List.of(lease)).size());
			}
			else if (chance < 16) {
				check(lease, this.queue.retry(Map.of(lease, failure(delay()))).retried().size());
			}
			else if (chance < 22) {
				check(lease, this.queue.postpone(Map.of(lease, delay())).size());
			}
			else if (chance < 94) {
				check(lease, this.queue.complete(List.of(lease)).size());
				end(lease);
			}
			else if (chance < 97) {
				check(lease, this.queue.bury(Map.of(lease, CAUSE)).size());
				end(lease);
			}
			else {
				check(lease, this.queue.cancel(lease.id()) ? 1 : 0);
				end(lease);
			}
		}

		private Duration delay() {
			return Duration.ofMillis(this.random.nextInt(20));
		}

		private void check(Lease lease, int settled) {
			if (settled != 1) {
				LimitRaceContract.this.faults.add("not held any more: " + lease);
			}
		}

		private void end(Lease lease) {
			if (!LimitRaceContract.this.ended.add(lease.id())) {
				LimitRaceContract.this.faults.add("ended twice: " + lease);
			}
		}

	}

}
