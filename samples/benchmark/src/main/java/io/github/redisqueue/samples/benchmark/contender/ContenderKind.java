package io.github.redisqueue.samples.benchmark.contender;

import java.nio.file.Path;
import java.util.List;

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
	 * The jars and directories that it needs instead of the class path of the benchmark.
	 * @return the entries; if there are none, it uses the class path of the benchmark
	 */
	default List<Path> classPath() {
		return List.of();
	}

	/**
	 * Opens it, in the JVM in which it is measured. Its listener does not run yet.
	 * @param setup where and how it runs
	 * @return the contender
	 * @throws Exception if that fails
	 */
	Contender open(Setup setup) throws Exception;

}
