package io.github.redisqueue.listener;

/**
 * A listener cannot be set up as it was asked for.
 */
@SuppressWarnings("serial")
public class InvalidListenerException extends IllegalStateException {

	/** What to do about it. */
	private final String action;

	/**
	 * A listener cannot be set up.
	 * @param description what is wrong, and where
	 * @param action what to do about it
	 */
	public InvalidListenerException(String description, String action) {
		super(description);
		this.action = action;
	}

	/**
	 * What is wrong, and where.
	 * @return the description
	 */
	public String description() {
		return String.valueOf(getMessage());
	}

	/**
	 * What to do about it.
	 * @return the action
	 */
	public String action() {
		return this.action;
	}

}
