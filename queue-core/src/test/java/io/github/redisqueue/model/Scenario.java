package io.github.redisqueue.model;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of steps on a queue with some settings.
 *
 * @param rules the settings
 * @param steps the steps
 */
record Scenario(Rules rules, List<Step> steps) {

	private static final List<String> IDS = List.of("a", "b", "c", "d", "e", "f");

	private static final List<String> WORKERS = List.of("one", "two");

	/** Most often none, which stands for a job without a group. */
	private static final List<String> GROUPS = List.of("", "", "x", "x", "y");

	/** So that several jobs of a group are open or wait when a script is cut short. */
	private static final List<String> BUSY_GROUPS = List.of("", "x", "x", "x", "x", "y");

	private static final List<String> ONE_GROUP = List.of("x");

	private static final List<Long> DELAYS = List.of(0L, 0L, 30L, 90L, 150L);

	private static final List<Long> SHORT_DELAYS = List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 30L);

	/**
	 * Beyond what 13 digits, nanoseconds or the precision of a score can tell, in
	 * seconds.
	 */
	private static final List<Long> FAR = List.of(9_467_280_000L, 9_467_280_000_000L);

	private static final List<Step.Act> ENDS = List.of(Step.Act.COMPLETE, Step.Act.COMPLETE, Step.Act.BURY);

	private static final List<Integer> LEASES = List.of(0, 1, 2, 3, 4, 5, 6, 7);

	private static final List<Integer> LAST_LEASE = List.of(-1);

	/** One of so many delays is far. */
	private static final int FAR_ONES = 20;

	private static final List<Fault.Outage.Kind> OUTAGES = List.of(Fault.Outage.Kind.values());

	/** A script writes more often only if many jobs are in it. */
	private static final int MAX_WRITES = 12;

	/** So often the types write before they open the next job of a group. */
	private static final List<Integer> WRITES_BEFORE_OPENING = List.of(7, 8, 10, 11, 12);

	private static final int MIN_STEPS = 5;

	private static final int MAX_STEPS = 20;

	/** The sequence that belongs to a number. */
	static Scenario of(long seed) {
		return new Generator(random(seed), GROUPS, DELAYS).scenario();
	}

	/**
	 * The one with faults that belongs to a number. Every second one is about one group.
	 */
	static Scenario withFaults(long seed) {
		return (seed % 2 == 0) ? new Generator(random(seed), BUSY_GROUPS, DELAYS).scenarioWithFaults()
				: new Generator(random(seed), ONE_GROUP, SHORT_DELAYS).scenarioOfOneGroup();
	}

	private static Random random(long seed) {
		return new Random(seed * 0x9E3779B97F4A7C15L);
	}

	@Override
	public String toString() {
		return this.rules + this.steps.stream().map((step) -> "\n  " + step).collect(Collectors.joining());
	}

	/** Chooses steps: what makes jobs move comes more often. */
	private static final class Generator {

		private final Random random;

		private final List<String> groups;

		private final List<Long> delays;

		private int versions;

		Generator(Random random, List<String> groups, List<Long> delays) {
			this.random = random;
			this.groups = groups;
			this.delays = delays;
		}

		Scenario scenario() {
			int maxRetries = this.random.nextInt(3);
			int maxCrashes = 1 + this.random.nextInt(2);
			boolean remembers = this.random.nextInt(3) == 0;
			int count = MIN_STEPS + this.random.nextInt(MAX_STEPS - MIN_STEPS + 1);
			List<Step> steps = IntStream.range(0, count)
				.mapToObj((i) -> (i == 0) ? new Step.Add(additions(), AddMode.IF_ABSENT) : step())
				.toList();
			int maxLeased = this.random.nextBoolean() ? 1 + this.random.nextInt(3) : 0;
			int maxConcurrent = this.random.nextInt(3);
			// Which of several jobs of a group is buried first is up to the queue.
			int crashes = (maxConcurrent > 1) ? Rules.NO_LIMIT : maxCrashes;
			return new Scenario(new Rules(maxRetries, crashes, remembers, maxLeased, maxConcurrent, true), steps);
		}

		Scenario scenarioWithFaults() {
			Scenario scenario = scenario();
			return new Scenario(scenario.rules(), scenario.steps().stream().flatMap(this::disturbed).toList());
		}

		/**
		 * Jobs of one group end while others wait, and calls that open these are cut
		 * short.
		 */
		Scenario scenarioOfOneGroup() {
			Rules rules = new Rules(this.random.nextInt(3), Rules.NO_LIMIT, false, 0, 2, true);
			int rounds = 4 + this.random.nextInt(4);
			return new Scenario(rules, IntStream.range(0, rounds).boxed().flatMap((i) -> roundInOneGroup()).toList());
		}

		private Stream<Step> roundInOneGroup() {
			String worker = WORKERS.get(0);
			Step end = (this.random.nextInt(4) == 0) ? new Step.Cancel(some(IDS))
					: new Step.Hold(oneOf(ENDS), worker, LAST_LEASE, delay());
			Step next = (this.random.nextInt(2) == 0) ? new Step.Cancel(some(IDS)) : step();
			return Stream.of(new Step.Add(additions(), AddMode.IF_ABSENT), new Step.LeaseJobs(worker, 2),
					new Fault.Cut(end, oneOf(WRITES_BEFORE_OPENING)), next);
		}

		/**
		 * Every third step is cut short, and before every fifth something else happens.
		 */
		private Stream<Step> disturbed(Step step) {
			Step disturbed = (this.random.nextInt(3) == 0) ? new Fault.Cut(step, this.random.nextInt(MAX_WRITES))
					: step;
			return (this.random.nextInt(5) == 0) ? Stream.of(fault(), disturbed) : Stream.of(disturbed);
		}

		private Step fault() {
			return (this.random.nextInt(3) == 0) ? new Fault.Restart(this.random.nextInt(4), this.random.nextInt(4))
					: new Fault.Outage(oneOf(OUTAGES), this.random.nextBoolean());
		}

		private Step step() {
			int choice = this.random.nextInt(100);
			if (choice < 40) {
				return byWorker(choice);
			}
			if (choice < 54) {
				return new Step.LeaseJobs(worker(), 1 + this.random.nextInt(4));
			}
			if (choice < 66) {
				return new Step.Wait(1 + this.random.nextInt(4));
			}
			if (choice < 76) {
				return new Step.Add(additions(),
						(choice < 71) ? AddMode.IF_ABSENT : (choice < 74) ? AddMode.REPLACE : AddMode.UNCHECKED);
			}
			return byOperator(choice);
		}

		private Step byWorker(int choice) {
			if (choice < 8) {
				return hold(Step.Act.COMPLETE);
			}
			if (choice < 16) {
				return hold(Step.Act.RETRY);
			}
			if (choice < 23) {
				return hold((choice < 20) ? Step.Act.RELEASE : Step.Act.POSTPONE);
			}
			if (choice < 28) {
				return hold(this.random.nextBoolean() ? Step.Act.BURY : Step.Act.BURY_BY_EXCEPTION);
			}
			if (choice < 33) {
				return hold((this.random.nextInt(3) > 0) ? Step.Act.START_ALONE : Step.Act.START_BESIDE_OTHERS);
			}
			return (choice < 38) ? hold(Step.Act.EXTEND) : new Step.Crash(worker());
		}

		private Step hold(Step.Act act) {
			return new Step.Hold(act, worker(), some(LEASES), delay());
		}

		private Step byOperator(int choice) {
			if (choice < 82) {
				return Step.Simple.CLEAN;
			}
			if (choice < 84) {
				return Step.Simple.CLEAN_DEEP;
			}
			if (choice < 88) {
				return (choice < 86) ? new Step.Cancel(some(IDS)) : new Step.Reschedule(some(IDS), anyDelay());
			}
			if (choice < 91) {
				return (choice < 90) ? new Step.Redrive(some(IDS)) : Step.Simple.REDRIVE_ALL;
			}
			if (choice < 93) {
				return (choice < 92) ? new Step.Purge(some(IDS))
						: new Step.Read(this.random.nextInt(3), 1 + this.random.nextInt(4), oneOf(IDS));
			}
			return (choice < 97) ? Step.Simple.COUNT : (choice < 98) ? Step.Simple.PAUSE : Step.Simple.RESUME;
		}

		private List<Addition> additions() {
			return IntStream.rangeClosed(0, this.random.nextInt(4))
				.mapToObj((i) -> new Addition(oneOf(IDS), ++this.versions, anyDelay(), this.random.nextInt(3) == 0,
						group()))
				.toList();
		}

		private @Nullable String group() {
			String group = oneOf(this.groups);
			return group.isEmpty() ? null : group;
		}

		private String worker() {
			return oneOf(WORKERS);
		}

		private long delay() {
			return oneOf(this.delays);
		}

		/** That of a job that is added or rescheduled may be far. */
		private long anyDelay() {
			return (this.random.nextInt(FAR_ONES) == 0) ? oneOf(FAR) : delay();
		}

		private <T> T oneOf(List<T> all) {
			return all.get(this.random.nextInt(all.size()));
		}

		/** One or more different elements, in any order. */
		private <T> List<T> some(List<T> all) {
			return this.random.ints(1 + this.random.nextInt(3), 0, all.size()).distinct().mapToObj(all::get).toList();
		}

	}

}
