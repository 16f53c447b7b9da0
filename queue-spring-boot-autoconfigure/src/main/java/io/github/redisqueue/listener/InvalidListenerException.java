package io.github.redisqueue.listener;

/**
 * Thrown if a listener or a schedule cannot be set up with its configuration.
 */
@SuppressWarnings("serial")
public class InvalidListenerException extends IllegalStateException {

	/** How to solve the problem. */
	private final String action;

	/**
	 * Creates an exception.
	 * @param description the problem, and where it is
	 * @param action how to solve it
	 */
	public InvalidListenerException(String description, String action) {
		super(description);
		this.action = action;
	}

	/**
	 * {@return the problem, and where it is}
	 */
	public String description() {
		return String.valueOf(getMessage());
	}

	/**
	 * {@return how to solve the problem}
	 */
	public String action() {
		return this.action;
	}

}
