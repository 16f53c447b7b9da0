package io.github.redisqueue;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.jspecify.annotations.Nullable;

/**
 * The reason for which a job was buried, and the exception that led to it. Immutable.
 *
 * @param reason the rule by which it was buried
 * @param exception the class name of the exception, if there was one
 * @param message the message of the exception, if it had one
 * @param stackTrace the beginning of the stack trace, if there was an exception
 */
public record Cause(Reason reason, @Nullable String exception, @Nullable String message, @Nullable String stackTrace) {

	/**
	 * {@return a cause without an exception}
	 * @param reason the rule by which the job is buried
	 * @param message a message for the reader of the dead letter, or null
	 */
	public static Cause of(Reason reason, @Nullable String message) {
		return new Cause(reason, null, message, null);
	}

	private static final int MAX_MESSAGE = 1000;

	/**
	 * {@return the cause for an exception} Its message is cut after 1000 characters.
	 * @param reason the rule by which the job is buried
	 * @param failure the exception
	 * @param maxStackTrace the largest number of characters of the stack trace to keep
	 */
	public static Cause of(Reason reason, Throwable failure, int maxStackTrace) {
		StringWriter trace = new StringWriter();
		failure.printStackTrace(new PrintWriter(trace));
		StringBuffer text = trace.getBuffer();
		text.setLength(Math.min(text.length(), maxStackTrace));
		String message = failure.getMessage();
		return new Cause(reason, failure.getClass().getName(),
				(message != null && message.length() > MAX_MESSAGE) ? message.substring(0, MAX_MESSAGE) : message,
				text.toString());
	}

	/**
	 * The rules by which a job is buried.
	 */
	public enum Reason {

		/** Handlers failed on the job more often than its queue retries. */
		FAILURES,

		/** Workers crashed while they held the job more often than its queue allows. */
		CRASHES,

		/** A handler failed with an exception that the listener does not retry. */
		NOT_RETRYABLE,

		/** The worker that held the job buried it with {@link WorkerQueue#bury}. */
		REQUESTED,

		/**
		 * The queue cannot read the job, because another program wrote to its keys. Also
		 * the cause of a dead letter that is itself unreadable.
		 */
		UNREADABLE

	}

}
