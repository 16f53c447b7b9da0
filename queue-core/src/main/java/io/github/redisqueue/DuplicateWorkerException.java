package io.github.redisqueue;

/**
 * Thrown when a worker may not lease because another running instance has the same worker
 * id. The worker may still settle the leases that it holds, and may lease again when the
 * other instance has stopped.
 */
public class DuplicateWorkerException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	/** The queue that both instances lease from. */
	private final String queue;

	/** The worker id that both instances have. */
	private final String worker;

	/**
	 * Creates the exception. Called by queues.
	 * @param queue the queue that both instances lease from
	 * @param worker the worker id that both instances have
	 */
	public DuplicateWorkerException(String queue, String worker) {
		super("Another running instance leases from queue '" + queue + "' under the worker id '" + worker
				+ "'. Give each instance an id of its own (redis-queue.worker-id), or stop the other one");
		this.queue = queue;
		this.worker = worker;
	}

	/**
	 * The queue that both instances lease from.
	 * @return the name of the queue
	 */
	public String queue() {
		return this.queue;
	}

	/**
	 * The worker id that both instances have.
	 * @return the id of the worker
	 */
	public String worker() {
		return this.worker;
	}

}
