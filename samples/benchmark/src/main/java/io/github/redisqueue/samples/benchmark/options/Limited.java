package io.github.redisqueue.samples.benchmark.options;

/**
 * Has options that do not allow every value of their type.
 */
public interface Limited {

	/**
	 * Checks the values of the options. Called when the command line has been parsed and
	 * before the command runs.
	 * @param limits rejects values that are not allowed
	 * @throws picocli.CommandLine.ParameterException if a value is not allowed
	 */
	void check(Limits limits);

}
