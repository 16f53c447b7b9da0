package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.WorkerQueue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.DataAccessException;

/**
 * Looks, before the first job is leased, whether this instance may lease at all.
 */
final class WorkerIdCheck {

	private static final Log logger = LogFactory.getLog(WorkerIdCheck.class);

	private static final Duration PAUSE = Duration.ofMillis(100);

	/** Another instance that works on the queue shows within a second that it lives. */
	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private WorkerIdCheck() {
	}

	/**
	 * Waits until that is settled for all queues, but not for long: leasing looks too. A
	 * Redis that is away keeps nobody from starting.
	 * @param queues the queues
	 * @throws io.github.redisqueue.DuplicateWorkerException if another running instance
	 * has the worker id of this one
	 */
	static void await(Collection<WorkerQueue> queues) {
		Set<WorkerQueue> unsettled = new LinkedHashSet<>(queues);
		long begin = System.nanoTime();
		unsettled.removeIf(WorkerIdCheck::isSettled);
		while (!unsettled.isEmpty() && System.nanoTime() - begin < PATIENCE.toNanos()) {
			try {
				TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return;
			}
			unsettled.removeIf(WorkerIdCheck::isSettled);
		}
	}

	private static boolean isSettled(WorkerQueue queue) {
		try {
			return queue.checkWorkerId();
		}
		catch (DataAccessException ex) {
			logger.debug("Cannot look yet whether to lease from queue '" + queue.name() + "'", ex);
			return true;
		}
	}

}
