package io.github.redisqueue.samples.benchmark.scenario;

import java.util.Map;
import java.util.concurrent.Callable;

import io.github.redisqueue.samples.benchmark.options.CommonOptions;
import io.github.redisqueue.samples.benchmark.options.Limits;
import io.github.redisqueue.samples.benchmark.options.OptionValues;
import io.github.redisqueue.samples.benchmark.result.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * A command of the benchmark: its options and what it measures.
 */
@Command(defaultValueProvider = CommandDefaults.class, sortOptions = false, abbreviateSynopsis = true)
public abstract class Scenario implements Callable<Integer> {

	@Spec
	private CommandSpec spec;

	@ParentCommand
	private BenchmarkCommand benchmark;

	@Mixin
	private final CommonOptions common = new CommonOptions();

	/**
	 * Checks the options, and lets the runner run this scenario.
	 */
	@Override
	public final Integer call() throws Exception {
		Limits.check(this.spec);
		this.benchmark.run(this);
		return 0;
	}

	/**
	 * Runs the measurements.
	 * @param bench the tools to measure with
	 * @return the result
	 * @throws InterruptedException if the thread is interrupted
	 */
	public abstract Result run(Bench bench) throws InterruptedException;

	/**
	 * Returns the name of the command.
	 * @return the name as it is written on the command line
	 */
	public final String name() {
		return this.spec.name();
	}

	/**
	 * Returns the options that all commands share.
	 * @return their values
	 */
	public final CommonOptions common() {
		return this.common;
	}

	/**
	 * Returns the options of the command for the reports.
	 * @return their values by their names, without the address of Redis, which may
	 * contain a password
	 */
	public final Map<String, String> optionValues() {
		return OptionValues.of(this.spec);
	}

}
