package io.github.redisqueue.samples.benchmark.scenario;

import io.github.redisqueue.samples.benchmark.options.Command;
import io.github.redisqueue.samples.benchmark.result.Result;

/**
 * What a command does.
 */
public interface Scenario {

	/**
	 * The command.
	 * @return the command that this is for
	 */
	Command command();

	/**
	 * Measures.
	 * @param bench what to measure with
	 * @return what was measured
	 * @throws InterruptedException if that was interrupted
	 */
	Result run(Bench bench) throws InterruptedException;

}
