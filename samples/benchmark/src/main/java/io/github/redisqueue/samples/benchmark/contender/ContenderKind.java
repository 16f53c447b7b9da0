package io.github.redisqueue.samples.benchmark.contender;

/**
 * A kind of queue that can be measured. Those of other projects are found by
 * {@link java.util.ServiceLoader}.
 */
public interface ContenderKind {

	/**
	 * The name, as in the tables.
	 * @return the name
	 */
	String name();

	/**
	 * What it promises, so that figures are not compared without it.
	 * @return a sentence
	 */
	String promise();

	/**
	 * Opens it, in the JVM in which it is measured. Its listener does not run yet.
	 * @param setup where and how it runs
	 * @return the contender
	 * @throws Exception if that fails
	 */
	Contender open(Setup setup) throws Exception;

}
