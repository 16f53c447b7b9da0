package io.github.redisqueue.samples.benchmark.scenario;

/**
 * Runs the scenario of a command whose options are valid.
 */
@FunctionalInterface
public interface ScenarioRunner {

	/**
	 * Runs a scenario and reports its result.
	 * @param scenario the command with its options
	 * @throws Exception if the measurement fails
	 */
	void run(Scenario scenario) throws Exception;

}
