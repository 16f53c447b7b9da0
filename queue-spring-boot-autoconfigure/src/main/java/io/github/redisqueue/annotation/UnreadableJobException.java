package io.github.redisqueue.annotation;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.MessagingException;

/**
 * The arguments of a handler cannot be resolved from a job: its payload cannot be
 * converted to the type of the parameter or is not valid, or a required header is
 * missing. A retry would fail again, so the job becomes a dead letter without one.
 */
@SuppressWarnings("serial")
public class UnreadableJobException extends MessagingException {

	/**
	 * Creates an exception.
	 * @param lease the lease of the job
	 * @param problem what is wrong with the job, as it follows its name
	 * @param cause why it cannot be read, or null
	 */
	public UnreadableJobException(Lease lease, String problem, @Nullable Exception cause) {
		super("Job '" + LogText.shortened(lease.id()) + "' of queue '" + lease.queue() + "' " + problem, cause);
	}

}
