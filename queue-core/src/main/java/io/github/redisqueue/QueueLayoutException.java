package io.github.redisqueue;

/**
 * A queue is laid out in Redis otherwise than this application is configured: its type or
 * its number of shards differs, so that this application would look for its jobs in the
 * wrong places. Nothing was done. Goes away when both agree.
 */
public class QueueLayoutException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	/** What differs, and for which queue. */
	private final String description;

	/** What to do about it. */
	private final String action;

	/**
	 * Made by the queues.
	 * @param description what differs, and for which queue
	 * @param action what to do about it
	 */
	public QueueLayoutException(String description, String action) {
		super(description + ". " + action);
		this.description = description;
		this.action = action;
	}

	/**
	 * What differs.
	 * @return the queue, what is recorded and what is configured
	 */
	public String description() {
		return this.description;
	}

	/**
	 * What to do about it.
	 * @return how to keep the layout, and how to change it
	 */
	public String action() {
		return this.action;
	}

}
