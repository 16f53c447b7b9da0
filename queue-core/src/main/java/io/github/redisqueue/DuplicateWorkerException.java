package io.github.redisqueue;

/**
 * Thrown when a worker may not lease because another running instance has the same worker
 * id. The worker may still settle the leases that it holds, and may lease again when the
 * other instance has gone.
 */
public class DuplicateWorkerException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	/** The queue that both lease from. */
	private final String queue;

	/** The id that both have. */
	private final String worker;

	/**
	 * Made by the queues.
	 * @param queue the queue that both lease from
	 * @param worker the id that both have
	 */
	public DuplicateWorkerException(String queue, String worker) {
		super("Another running instance leases from queue '" + queue + "' under the worker id '" + worker
				+ "'. Give each instance an id of its own (redis-queue.worker-id), or stop the other one");
		this.queue = queue;
		this.worker = worker;
	}

	/**
	 * The queue that both lease from.
	 * @return its name
	 */
	public String queue() {
		return this.queue;
	}

	/**
	 * The id that two instances have.
	 * @return the id of the worker
	 */
	public String worker() {
		return this.worker;
	}

}
