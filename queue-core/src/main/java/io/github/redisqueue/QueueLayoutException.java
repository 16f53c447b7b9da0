package io.github.redisqueue;

/**
 * Thrown when the layout of a queue that is recorded in Redis differs from that of this
 * application: its type or its number of shards. The application would look for jobs
 * under the wrong keys. The queue therefore rejects the call and changes nothing.
 */
public class QueueLayoutException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String description;

	private final String action;

	/**
	 * Creates the exception. Called by queues.
	 * @param description what differs, and for which queue
	 * @param action what to do about it
	 */
	public QueueLayoutException(String description, String action) {
		super(description + ". " + action);
		this.description = description;
		this.action = action;
	}

	/**
	 * {@return what differs: the queue, what is recorded and what is configured}
	 */
	public String description() {
		return this.description;
	}

	/**
	 * {@return what to do about it: how to keep the layout, and how to change it}
	 */
	public String action() {
		return this.action;
	}

}
