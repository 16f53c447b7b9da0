package io.github.redisqueue.annotation;

import io.github.redisqueue.Lease;

import org.springframework.messaging.MessagingException;

/**
 * A job does not fit the parameters of its handler: its payload cannot be read as the
 * type that is asked for, or a required header is missing. It will not fit better the
 * next time, so it is never retried.
 */
@SuppressWarnings("serial")
public class UnreadableJobException extends MessagingException {

	UnreadableJobException(Lease lease, String handler, Exception cause) {
		super("Job '" + lease.id() + "' of queue '" + lease.queue() + "' does not fit " + handler + ": "
				+ cause.getMessage(), cause);
	}

}
