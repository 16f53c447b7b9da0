package io.github.redisqueue.model;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

	private static final List<Integer> DELAYS = List.of(0, 0, 30, 90, 150);

	private static final int MIN_STEPS = 5;

	private static final int MAX_STEPS = 20;

	/** The sequence that belongs to a number. */
	static Scenario of(long seed) {
		return new Generator(new Random(seed * 0x9E3779B97F4A7C15L)).scenario();
	}

	@Override
	public String toString() {
		return this.rules + this.steps.stream().map((step) -> "\n  " + step).collect(Collectors.joining());
	}

	/** Chooses steps: what makes jobs move comes more often. */
	private static final class Generator {

		private final Random random;

		private int versions;

		Generator(Random random) {
			this.random = random;
		}

		Scenario scenario() {
			int maxRetries = this.random.nextInt(3);
			int maxCrashes = 1 + this.random.nextInt(2);
			boolean remembers = this.random.nextInt(3) == 0;
			int count = MIN_STEPS + this.random.nextInt(MAX_STEPS - MIN_STEPS + 1);
			List<Step> steps = IntStream.range(0, count)
				.mapToObj((i) -> (i == 0) ? new Step.Add(additions()) : step())
				.toList();
			int maxLeased = this.random.nextBoolean() ? 1 + this.random.nextInt(3) : 0;
			int maxOpen = this.random.nextInt(3);
			// Which of several jobs of a group is buried first is up to the queue.
			int crashes = (maxOpen > 1) ? 100 : maxCrashes;
			return new Scenario(new Rules(maxRetries, crashes, remembers, maxLeased, maxOpen), steps);
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
				return (choice < 71) ? new Step.Add(additions())
						: (choice < 74) ? new Step.Replace(additions()) : new Step.AddUnchecked(additions());
			}
			return byOperator(choice);
		}

		private Step byWorker(int choice) {
			List<Integer> some = some(List.of(0, 1, 2, 3, 4, 5, 6, 7));
			if (choice < 8) {
				return new Step.Complete(worker(), some);
			}
			if (choice < 16) {
				return new Step.Retry(worker(), some, oneOf(DELAYS));
			}
			if (choice < 23) {
				return (choice < 20) ? new Step.Release(worker(), some)
						: new Step.Postpone(worker(), some, oneOf(DELAYS));
			}
			if (choice < 28) {
				return new Step.Bury(worker(), some, this.random.nextBoolean());
			}
			if (choice < 33) {
				return new Step.Start(worker(), some, this.random.nextInt(3) > 0);
			}
			return (choice < 38) ? new Step.Extend(worker(), some) : new Step.Crash(worker());
		}

		private Step byOperator(int choice) {
			if (choice < 82) {
				return Step.Simple.CLEAN;
			}
			if (choice < 84) {
				return Step.Simple.CLEAN_DEEP;
			}
			if (choice < 88) {
				return (choice < 86) ? new Step.Cancel(some(IDS)) : new Step.Reschedule(some(IDS), oneOf(DELAYS));
			}
			if (choice < 91) {
				return (choice < 90) ? new Step.Redrive(some(IDS)) : new Step.RedriveAll();
			}
			if (choice < 93) {
				return (choice < 92) ? new Step.Purge(some(IDS))
						: new Step.Read(this.random.nextInt(3), 1 + this.random.nextInt(4), oneOf(IDS));
			}
			return (choice < 97) ? Step.Simple.COUNT : (choice < 98) ? Step.Simple.PAUSE : Step.Simple.RESUME;
		}

		private List<Addition> additions() {
			return IntStream.rangeClosed(0, this.random.nextInt(4))
				.mapToObj((i) -> new Addition(oneOf(IDS), ++this.versions, oneOf(DELAYS), this.random.nextInt(3) == 0,
						group()))
				.toList();
		}

		private @Nullable String group() {
			String group = oneOf(GROUPS);
			return group.isEmpty() ? null : group;
		}

		private String worker() {
			return oneOf(WORKERS);
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
