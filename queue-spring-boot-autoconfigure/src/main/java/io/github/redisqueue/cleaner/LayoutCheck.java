package io.github.redisqueue.cleaner;

import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.background.Outages;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.DataAccessException;

/**
 * Compares the layout of a queue that this application does not clean, each time it is
 * run, and never throws. Otherwise its senders would never see that Redis has lost the
 * record, and that another instance has recorded a layout of its own. Not thread-safe.
 */
final class LayoutCheck implements CleanerTask {

	private static final Log logger = LogFactory.getLog(QueueCleaner.class);

	private final WorkerQueue queue;

	private final OutageBackoff backoff;

	LayoutCheck(WorkerQueue queue, Outages outages) {
		this.queue = queue;
		this.backoff = outages.backoff("use", queue.name(), "all its operations are refused");
	}

	@Override
	public void run() {
		try {
			this.queue.checkLayout();
			this.backoff.onSuccess();
		}
		catch (DataAccessException ex) {
			logger.debug("Cannot compare the layout of queue '" + this.queue.name() + "'", ex);
		}
		catch (Throwable ex) {
			// An exception would silently end the repetition.
			this.backoff.onFailure(ex);
		}
	}

	@Override
	public void end() {
		this.backoff.end();
	}

}
