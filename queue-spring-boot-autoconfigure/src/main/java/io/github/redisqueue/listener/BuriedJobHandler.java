package io.github.redisqueue.listener;

/**
 * Is called for each job that this application has buried. Must be thread-safe. Its
 * {@code toString} names it in logs.
 */
@FunctionalInterface
public interface BuriedJobHandler {

	/**
	 * A job was buried.
	 * @param event the job and the cause
	 * @throws Exception if the handler fails; logged, and not repeated
	 */
	void handle(JobBuriedEvent event) throws Exception;

}
