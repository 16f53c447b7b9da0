package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Order and exclusion hold within groups though many workers lease, fail and vanish,
 * while others clean and cancel. What they do is drawn from a seed, which is reported,
 * and which the system property {@code queue.test.seed} sets.
 */
abstract class GroupRaceContract extends GroupTests {

	private static final long SEED = Long.getLong("queue.test.seed", System.nanoTime());

	private static final Duration LEASE_TIME = Duration.ofMillis(100);

	private static final int WORKERS = 5;

	private static final int GROUPS = 6;

	private static final int COUNT = 25;

	/** The jobs of each group, in the order in which they join its line. */
	private final Map<String, List<Job>> groups = new LinkedHashMap<>();

	private final Queue<Span> spans = new ConcurrentLinkedQueue<>();

	private final Set<String> ended = ConcurrentHashMap.newKeySet();

	private final Set<String> faults = ConcurrentHashMap.newKeySet();

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void jobsOfAGroupAreLeasedInOrderAndNoMoreThanMayBeOpen(int maxConcurrent, TestReporter reporter) throws Exception {
		reporter.publishEntry("queue.test.seed", Long.toString(SEED));
		for (int i = 0; i < GROUPS; i++) {
			this.groups.put("group-" + i, jobsOf("group-" + i, COUNT));
		}
		WorkerQueue client = racer("client", maxConcurrent);
		addDelayed(client, this.groups.values().stream().limit(GROUPS / 2).toList());
		List<Callable<Void>> everyone = new ArrayList<>();
		for (int i = 0; i < WORKERS; i++) {
			everyone.add(new Worker(racer("worker-" + i, maxConcurrent), new Random(SEED + i)));
		}
		everyone.add(() -> send(client, this.groups.values().stream().skip(GROUPS / 2).toList()));
		everyone.add(() -> cancelSome(racer("canceller", maxConcurrent), new Random(SEED - 1)));
		everyone.add(() -> clean(racer("cleaner", maxConcurrent)));
		atOnce(everyone);
		assertThat(this.faults).as("seed %d", SEED).isEmpty();
		assertThat(this.ended).as("seed %d", SEED).hasSize((GROUPS + 1) * COUNT);
		this.groups.forEach((group, jobs) -> {
			List<Span> ofGroup = this.spans.stream()
				.filter((span) -> group.equals(span.lease().job().group()))
				.toList();
			assertOrder(ofGroup, idsOf(jobs));
			assertNoMoreAtOnce(ofGroup, maxConcurrent);
		});
		assertStates(0, 0, 0, 0);
		awaitNothingLeftBehind("the race");
	}

	private WorkerQueue racer(String name, int maxConcurrent) {
		return create(groupSettings(name, LEASE_TIME, maxConcurrent).maxRetries(Integer.MAX_VALUE)
			.maxCrashes(Integer.MAX_VALUE)
			.build());
	}

	/** Each is due at a time of its own, from now on; they are added in another order. */
	private void addDelayed(WorkerQueue sender, List<List<Job>> groups) {
		Instant begin = serverTime().plus(HOUR);
		for (List<Job> jobs : groups) {
			List<Job> delayed = new ArrayList<>();
			jobs.forEach((job) -> delayed.add(job.withReadyAt(begin.plusMillis(delayed.size()))));
			Collections.shuffle(delayed, new Random(SEED));
			sender.add(delayed);
		}
		advance(HOUR);
	}

	/** Adds jobs of all groups, and some without. */
	private Void send(WorkerQueue sender, List<List<Job>> groups) {
		List<Job> others = jobs(COUNT);
		for (int from = 0; from < COUNT; from += 5) {
			for (List<Job> jobs : groups) {
				sender.add(jobs.subList(from, from + 5));
			}
			sender.add(others.subList(from, from + 5));
		}
		return null;
	}

	private Void cancelSome(WorkerQueue canceller, Random random) {
		for (int i = 0; i < 2 * COUNT && !isOver(); i++) {
			String id = "group-%d-%05d".formatted(random.nextInt(GROUPS), 1 + random.nextInt(COUNT));
			if (canceller.cancel(id)) {
				end(id);
			}
		}
		return null;
	}

	private Void clean(WorkerQueue cleaner) {
		while (!isOver()) {
			cleaner.clean(CleanDepth.LIGHT);
		}
		return null;
	}

	private boolean isOver() {
		return this.ended.size() == (GROUPS + 1) * COUNT;
	}

	private void end(String id) {
		if (!this.ended.add(id)) {
			this.faults.add("ended twice: " + id);
		}
	}

	/** Tokens tell which job was leased first. */
	private void assertOrder(List<Span> spans, List<String> joined) {
		Map<String, Long> first = new HashMap<>();
		spans.forEach((span) -> first.merge(span.lease().id(), span.lease().token(), Math::min));
		assertThat(first.keySet().stream().sorted(Comparator.comparing(first::get))).as("first leases, seed %d", SEED)
			.containsExactlyElementsOf(joined.stream().filter(first::containsKey).toList());
	}

	private void assertNoMoreAtOnce(List<Span> spans, int maxConcurrent) {
		for (Span one : spans) {
			Stream<Lease> others = spans.stream()
				.filter((other) -> other.from() <= one.from() && one.from() < other.to())
				.map(Span::lease);
			assertThat(others).as("held at the same time, seed %d", SEED).hasSizeLessThanOrEqualTo(maxConcurrent);
		}
	}

	/**
	 * A lease that was valid for certain.
	 *
	 * @param lease the lease
	 * @param from the time after the call that brought it, by the clock of this machine
	 * @param to the time before it was reported, or its deadline
	 */
	private record Span(Lease lease, long from, long to) {

	}

	/** Leases a few jobs and settles them, mostly by completing them. */
	private final class Worker implements Callable<Void> {

		private final WorkerQueue queue;

		private final Random random;

		private final List<Lease> late = new ArrayList<>();

		Worker(WorkerQueue queue, Random random) {
			this.queue = queue;
			this.random = random;
		}

		@Override
		public Void call() {
			while (!isOver()) {
				List<Lease> leases = this.queue.lease(1 + this.random.nextInt(4)).leases();
				long from = System.nanoTime();
				leases.forEach((lease) -> handle(lease, from));
				List<Lease> over = this.late.stream().filter((lease) -> lease.remaining().isNegative()).toList();
				this.late.removeAll(over);
				over.forEach(this::settleLate);
			}
			return null;
		}

		private void handle(Lease lease, long from) {
			int chance = this.random.nextInt(100);
			Lease held = lease;
			if (chance < 5) {
				GroupRaceContract.this.spans.add(new Span(lease, from, lease.deadline()));
				this.late.add(lease);
				return;
			}
			if (chance < 15) {
				held = this.queue.extend(List.of(lease)).stream().findFirst().orElse(lease);
			}
			long now = System.nanoTime();
			long to = (held.deadline() - now < 0) ? held.deadline() : now;
			GroupRaceContract.this.spans.add(new Span(lease, from, to));
			settle(held, chance);
		}

		private void settle(Lease lease, int chance) {
			if (chance < 20) {
				this.queue.release(List.of(lease));
			}
			else if (chance < 28) {
				this.queue.retry(Map.of(lease, failure(delay())));
			}
			else if (chance < 33) {
				this.queue.postpone(Map.of(lease, delay()));
			}
			else if (chance < 36) {
				this.queue.bury(Map.of(lease, CAUSE)).forEach((buried) -> end(buried.id()));
			}
			else {
				this.queue.complete(List.of(lease)).forEach((completed) -> end(completed.id()));
			}
		}

		/** Some are killed: they never report. */
		private void settleLate(Lease lease) {
			if (this.random.nextBoolean()) {
				settle(lease, this.random.nextInt(100));
			}
		}

		private Duration delay() {
			return Duration.ofMillis(this.random.nextInt(20));
		}

	}

}
