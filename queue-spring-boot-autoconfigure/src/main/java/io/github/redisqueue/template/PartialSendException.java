package io.github.redisqueue.template;

import org.springframework.dao.DataAccessException;

/**
 * Of the payloads of a stream, the first were sent, and what follows was not, or only in
 * part. The cause is the failure of the part that was sent last, or of the stream.
 */
public class PartialSendException extends DataAccessException {

	private static final long serialVersionUID = 1L;

	/** How many payloads were sent. */
	private final long sent;

	/**
	 * Creates an exception.
	 * @param queue the name of the queue
	 * @param sent how many payloads were sent
	 * @param cause the failure
	 */
	public PartialSendException(String queue, long sent, Throwable cause) {
		super("Sending to queue '" + queue + "' has failed after the first " + sent
				+ " payloads of the stream, which were sent. Of the next 500, Redis may have stored some", cause);
		this.sent = sent;
	}

	/**
	 * {@return how many payloads were sent} For those behind them, the outcome is
	 * unknown: skip the first ones, and send the others again under the same ids.
	 */
	public long sent() {
		return this.sent;
	}

}
