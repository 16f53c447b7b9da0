package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.shard.ShardedQueue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/**
 * Looks, when all queues are known and before a listener starts, whether they are laid
 * out in Redis as they are configured. A Redis that is away keeps nobody from starting:
 * what was not looked at then, each queue looks at before its first operation.
 */
final class LayoutCheck implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(LayoutCheck.class);

	private final WorkQueues queues;

	private volatile boolean running;

	LayoutCheck(WorkQueues queues) {
		this.queues = queues;
	}

	/**
	 * Looks once.
	 * @throws io.github.redisqueue.QueueLayoutException if a queue is laid out otherwise
	 */
	@Override
	public void start() {
		this.running = true;
		try {
			this.queues.all().forEach(LayoutCheck::check);
		}
		catch (DataAccessException ex) {
			logger.debug("Cannot look yet how queues are laid out", ex);
		}
	}

	private static void check(WorkQueue queue) {
		if (queue instanceof ShardedQueue sharded) {
			sharded.checkLayout();
		}
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return QueueListenerContainer.PHASE - 1;
	}

}
