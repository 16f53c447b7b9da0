package io.github.redisqueue.model;

import java.util.List;
import java.util.function.LongFunction;

import io.github.redisqueue.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random sequences of operations do to each queue what they do to its model. Each
 * sequence belongs to a number, its seed. A sequence that fails is made as short as
 * possible, and printed with its seed.
 * <p>
 * The system property {@code queue.test.model.sequences} tells how many sequences there
 * are, for all queues together: 1200 by default, 12000 in the profile {@code all-tests};
 * a sixth as many with faults, of which queues in shards get fewer. The seed of the first
 * one is 1, or {@code queue.test.model.seed}.
 */
@Execution(ExecutionMode.CONCURRENT)
class ModelTest {

	private static final int SEQUENCES = Integer.getInteger("queue.test.model.sequences", 1200);

	private static final long FIRST_SEED = Long.getLong("queue.test.model.seed", 1);

	@ParameterizedTest
	@MethodSource("io.github.redisqueue.model.Variant#all")
	void aQueueDoesWhatItsModelDoes(Variant variant) {
		run(variant, share(SEQUENCES), Scenario::of, ModelTrial::new);
	}

	/**
	 * Scripts are cut short, memory runs out, limits change and bells are out of reach.
	 * Each shard is a queue of its type, and one sequence takes as long as three of a
	 * plain queue.
	 */
	@ParameterizedTest
	@MethodSource("io.github.redisqueue.model.Variant#all")
	void aQueueUnderFaultsLosesNothing(Variant variant) {
		run(variant, share(SEQUENCES / (6.0 * variant.shards())), Scenario::withFaults, FaultTrial::new);
	}

	/** How many sequences one of the queues gets. */
	private static int share(double sequences) {
		return (int) Math.ceil(sequences / Variant.all().count());
	}

	private static void run(Variant variant, int count, LongFunction<Scenario> scenarios, Trials trials) {
		for (long seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
			Scenario scenario = scenarios.apply(seed);
			Throwable failure = failureOf(variant, scenario, trials);
			if (failure != null) {
				throw shrunk(variant, seed, scenario, trials, failure);
			}
		}
	}

	/**
	 * What went wrong, or null. Each trial has keys of its own, as what a call left to
	 * the background may come later.
	 */
	private static @Nullable Throwable failureOf(Variant variant, Scenario scenario, Trials trials) {
		try (TestRedis redis = TestRedis.openQuiet()) {
			Trial trial = trials.create(variant, scenario.rules(), redis);
			scenario.steps().forEach((step) -> step.run(trial));
			trial.drain();
			return null;
		}
		catch (RuntimeException | AssertionError ex) {
			return ex;
		}
	}

	private static AssertionError shrunk(Variant variant, long seed, Scenario scenario, Trials trials,
			Throwable first) {
		Rules rules = scenario.rules();
		List<Step> steps = new Shrinker<Step>((some) -> failureOf(variant, new Scenario(rules, some), trials) != null,
				Step::simpler)
			.shrink(scenario.steps());
		Scenario shortest = new Scenario(rules, steps);
		Throwable again = failureOf(variant, shortest, trials);
		return new AssertionError("A queue of type '" + variant + "' differs from its model with seed " + seed
				+ ((again != null) ? ": " : ", but not each time: ") + shortest
				+ "\nTo repeat it: -Dtest=ModelTest -Dqueue.test.model.seed=" + seed
				+ " -Dqueue.test.model.sequences=1", (again != null) ? again : first);
	}

	/** Makes trials of one kind. */
	@FunctionalInterface
	private interface Trials {

		Trial create(Variant variant, Rules rules, TestRedis redis);

	}

}
