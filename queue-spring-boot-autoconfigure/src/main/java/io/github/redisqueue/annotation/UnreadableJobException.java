package io.github.redisqueue.annotation;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import io.github.redisqueue.type.JobTypes;

import org.springframework.messaging.MessagingException;
import org.springframework.messaging.handler.annotation.support.MethodArgumentNotValidException;

/**
 * The arguments of a handler cannot be resolved from a job: its payload cannot be
 * converted to the type of the parameter or is not valid, or a required header is
 * missing. A retry would fail again, so the job becomes a dead letter without one.
 */
@SuppressWarnings("serial")
public class UnreadableJobException extends MessagingException {

	private UnreadableJobException(String message, Exception cause) {
		super(message, cause);
	}

	private UnreadableJobException(String message) {
		super(message);
	}

	static UnreadableJobException of(Lease lease, String handler, Exception cause) {
		boolean invalid = cause instanceof MethodArgumentNotValidException;
		return new UnreadableJobException("Job '" + LogText.shortened(lease.id()) + "' of queue '" + lease.queue()
				+ "' " + (invalid ? "is not valid for " : "cannot be converted to the parameters of ") + handler + ": "
				+ cause.getMessage(), cause);
	}

	static UnreadableJobException withoutPayload(Lease lease, String handler) {
		return new UnreadableJobException("Job '" + LogText.shortened(lease.id()) + "' of queue '" + lease.queue()
				+ "' has no payload for " + handler);
	}

	static UnreadableJobException withoutType(Lease lease, String handler) {
		return new UnreadableJobException("Job '" + LogText.shortened(lease.id()) + "' of queue '" + lease.queue()
				+ "' has no type (header '" + JobTypes.HEADER + "'), and " + handler + " has no default method");
	}

}
