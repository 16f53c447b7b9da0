package io.github.redisqueue.test;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;

/**
 * The threads that an application has for all its queues, shared by all tests.
 */
public final class TestThreads {

	/** The name of the threads that open connections. */
	public static final String CONNECTOR_NAME = "test-connector";

	/** The name of the thread of the timer. */
	public static final String TIMER_NAME = "test-timer";

	private static final ScheduledThreadPoolExecutor TIMER = new ScheduledThreadPoolExecutor(1, daemons(TIMER_NAME));

	static {
		// Else each call that is answered would be remembered until its timeout.
		TIMER.setRemoveOnCancelPolicy(true);
	}

	/** Tests break their connections, and none has to wait for another. */
	private static final Executor CONNECTOR = Executors.newCachedThreadPool(daemons(CONNECTOR_NAME));

	private TestThreads() {
	}

	private static ThreadFactory daemons(String name) {
		return (work) -> {
			Thread thread = new Thread(work, name);
			thread.setDaemon(true);
			return thread;
		};
	}

	/**
	 * Runs short tasks later.
	 * @return the timer
	 */
	public static ScheduledExecutorService timer() {
		return TIMER;
	}

	/**
	 * Runs what may block.
	 * @return the executor
	 */
	public static Executor connector() {
		return CONNECTOR;
	}

}
