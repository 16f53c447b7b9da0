package io.github.redisqueue.observation;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

import org.springframework.util.ClassUtils;

/**
 * The entries of the mapped diagnostic context (MDC) by which log lines name the job that
 * they are about: those of a handler, and those that the library logs about the job.
 * Without SLF4J there is no such context.
 */
public final class JobMdc {

	/** The name of the queue. */
	public static final String QUEUE = "redis.queue.name";

	/** The id of the job. Characters that could forge a line of the log are escaped. */
	public static final String JOB = "redis.queue.job";

	/** The number of the delivery, 1 for the first. */
	public static final String ATTEMPT = "redis.queue.attempt";

	private static final boolean AVAILABLE = ClassUtils.isPresent("org.slf4j.MDC", JobMdc.class.getClassLoader());

	private JobMdc() {
	}

	/**
	 * Runs something with the entries of a job. Afterwards the entries are as before.
	 * @param lease the lease of the job
	 * @param action what to run
	 */
	public static void run(Lease lease, Runnable action) {
		if (AVAILABLE) {
			Slf4j.run(lease, action);
		}
		else {
			action.run();
		}
	}

	/** Is loaded only if SLF4J is present. */
	private static final class Slf4j {

		static void run(Lease lease, Runnable action) {
			String queue = MDC.get(QUEUE);
			String job = MDC.get(JOB);
			String attempt = MDC.get(ATTEMPT);
			MDC.put(QUEUE, lease.queue());
			MDC.put(JOB, LogText.of(lease.id()));
			MDC.put(ATTEMPT, Integer.toString(lease.attempt()));
			try {
				action.run();
			}
			finally {
				restore(QUEUE, queue);
				restore(JOB, job);
				restore(ATTEMPT, attempt);
			}
		}

		private static void restore(String key, @Nullable String before) {
			if (before != null) {
				MDC.put(key, before);
			}
			else {
				MDC.remove(key);
			}
		}

	}

}
