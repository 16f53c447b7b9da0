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
 * Checks, before the first job is leased, whether another running instance has the worker
 * id of this one.
 */
final class WorkerIdCheck {

	private static final Log logger = LogFactory.getLog(WorkerIdCheck.class);

	private static final Duration PAUSE = Duration.ofMillis(100);

	/** Another running instance shows its worker id within a second. */
	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	private WorkerIdCheck() {
	}

	/**
	 * Waits until the check has a result for all queues, or for two seconds: leasing
	 * repeats the check. If Redis is unavailable, the check passes.
	 * @param queues the queues
	 * @throws io.github.redisqueue.DuplicateWorkerException if another running instance
	 * has the worker id of this one
	 */
	static void await(Collection<WorkerQueue> queues) {
		Set<WorkerQueue> unchecked = new LinkedHashSet<>(queues);
		long begin = System.nanoTime();
		unchecked.removeIf(WorkerIdCheck::isChecked);
		while (!unchecked.isEmpty() && System.nanoTime() - begin < TIMEOUT.toNanos()) {
			try {
				TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return;
			}
			unchecked.removeIf(WorkerIdCheck::isChecked);
		}
	}

	private static boolean isChecked(WorkerQueue queue) {
		try {
			return queue.checkWorkerId();
		}
		catch (DataAccessException ex) {
			logger.debug("Cannot check the worker id for queue '" + queue.name() + "' now. Leasing repeats the check",
					ex);
			return true;
		}
	}

}
