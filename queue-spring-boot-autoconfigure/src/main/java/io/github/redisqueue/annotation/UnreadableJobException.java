package io.github.redisqueue.annotation;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;

import org.springframework.messaging.MessagingException;

/**
 * The arguments of a handler cannot be resolved from a job: its payload cannot be
 * converted to the type of the parameter, or a required header is missing. A retry would
 * fail again, so the job becomes a dead letter without one.
 */
@SuppressWarnings("serial")
public class UnreadableJobException extends MessagingException {

	UnreadableJobException(Lease lease, String handler, Exception cause) {
		super("Job '" + LogText.shortened(lease.id()) + "' of queue '" + lease.queue()
				+ "' cannot be converted to the parameters of " + handler + ": " + cause.getMessage(), cause);
	}

}
