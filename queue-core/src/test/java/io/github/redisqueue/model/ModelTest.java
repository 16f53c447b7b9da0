package io.github.redisqueue.model;

import java.util.List;

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
 * are, for all queues together: 2000 by default, 10 000 in the profile {@code all-tests}.
 * The seed of the first one is 1, or {@code queue.test.model.seed}.
 */
@Execution(ExecutionMode.CONCURRENT)
class ModelTest {

	private static final int SEQUENCES = Integer.getInteger("queue.test.model.sequences", 400);

	private static final long FIRST_SEED = Long.getLong("queue.test.model.seed", 1);

	@ParameterizedTest
	@MethodSource("io.github.redisqueue.model.Variant#all")
	void aQueueDoesWhatItsModelDoes(Variant variant) {
		int count = (int) Math.ceil((double) SEQUENCES / Variant.all().count());
		try (TestRedis redis = TestRedis.openQuiet()) {
			for (long seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
				Scenario scenario = Scenario.of(seed);
				Throwable failure = failureOf(variant, scenario, redis);
				if (failure != null) {
					throw shrunk(variant, seed, failure, redis);
				}
			}
		}
	}

	/** What went wrong, or null. */
	private static @Nullable Throwable failureOf(Variant variant, Scenario scenario, TestRedis redis) {
		try {
			Trial trial = new Trial(variant, scenario.rules(), redis);
			scenario.steps().forEach((step) -> step.run(trial));
			trial.drain();
			return null;
		}
		catch (RuntimeException | AssertionError ex) {
			return ex;
		}
		finally {
			LastingKeys.remove(redis);
		}
	}

	private static AssertionError shrunk(Variant variant, long seed, Throwable first, TestRedis redis) {
		Scenario scenario = Scenario.of(seed);
		Rules rules = scenario.rules();
		List<Step> steps = new Shrinker<Step>((some) -> failureOf(variant, new Scenario(rules, some), redis) != null,
				Step::simpler)
			.shrink(scenario.steps());
		Scenario shortest = new Scenario(rules, steps);
		Throwable again = failureOf(variant, shortest, redis);
		return new AssertionError("A queue of type '" + variant + "' differs from its model with seed " + seed
				+ ((again != null) ? ": " : ", but not each time: ") + shortest
				+ "\nTo repeat it: -Dtest=ModelTest -Dqueue.test.model.seed=" + seed
				+ " -Dqueue.test.model.sequences=1", (again != null) ? again : first);
	}

}
