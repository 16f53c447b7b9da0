package io.github.redisqueue.endpoint;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;

/**
 * The {@link QueuesEndpoint} over JMX. A parameter that is not needed may be null. A
 * request that is refused fails with a message that tells why. Thread-safe.
 */
@EndpointJmxExtension(endpoint = QueuesEndpoint.class)
public final class QueuesEndpointJmxExtension {

	private final QueuesEndpoint endpoint;

	private final Show showValues;

	/**
	 * Creates an extension.
	 * @param endpoint the endpoint
	 * @param showValues when to show the payloads and headers of dead letters; who uses
	 * JMX counts as authorized
	 */
	public QueuesEndpointJmxExtension(QueuesEndpoint endpoint, Show showValues) {
		this.endpoint = endpoint;
		this.showValues = showValues;
	}

	/**
	 * The dead letters of a queue, the newest first.
	 * @param queue the name of the queue
	 * @param offset how many of the newest to skip, 0 by default
	 * @param count how many to show at most, 1 to 500, 50 by default
	 * @param reason the reason of the burial
	 * @param exception the class name of the exception, or {@code none}
	 * @param text a text in the class name or the message of the exception
	 * @return the dead letters
	 */
	@ReadOperation
	public Map<String, Object> deadLetters(String queue, @Nullable String offset, @Nullable String count,
			@Nullable String reason, @Nullable String exception, @Nullable String text) {
		return this.endpoint.deadLetters()
			.page(queue, offset, count, new DeadLetterReader.Filter(reason, exception, text));
	}

	/**
	 * A dead letter.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @return the dead letter, with its stack trace, payload and headers
	 */
	@ReadOperation
	public Map<String, Object> deadLetter(String queue, String id) {
		return this.endpoint.deadLetters().one(queue, id, this.showValues.isShown(true));
	}

	/**
	 * The jobs of a queue in one state, the oldest first.
	 * @param queue the name of the queue
	 * @param state the state, {@code ready} by default
	 * @param cursor where the page begins, {@code nextCursor} of the page before
	 * @param count how many to show at most, 1 to 500, 50 by default
	 * @return the jobs
	 */
	@ReadOperation
	public Map<String, Object> jobs(String queue, @Nullable String state, @Nullable String cursor,
			@Nullable String count) {
		return this.endpoint.jobs().page(queue, state, cursor, count);
	}

	/**
	 * A job in any state.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @return the job, with its payload and headers
	 */
	@ReadOperation
	public Map<String, Object> job(String queue, String id) {
		return this.endpoint.jobs().one(queue, id, this.showValues.isShown(true));
	}

	/**
	 * Pauses a queue.
	 * @param queue the name of the queue
	 * @return what was changed
	 */
	@WriteOperation
	public Map<String, Object> pause(String queue) {
		return this.endpoint.writer().pause(QueueWriter.ANONYMOUS, queue);
	}

	/**
	 * Resumes a queue.
	 * @param queue the name of the queue
	 * @return what was changed
	 */
	@WriteOperation
	public Map<String, Object> resume(String queue) {
		return this.endpoint.writer().resume(QueueWriter.ANONYMOUS, queue);
	}

	/**
	 * Cleans a queue.
	 * @param queue the name of the queue
	 * @param depth {@code light} or {@code deep}
	 * @return what was done
	 */
	@WriteOperation
	public Map<String, Object> clean(String queue, @Nullable String depth) {
		return this.endpoint.writer().clean(QueueWriter.ANONYMOUS, queue, depth);
	}

	/**
	 * Looks for what breaks the rules of the data of a queue, and changes nothing.
	 * @param queue the name of the queue
	 * @param limit for how long to continue, 30 seconds by default
	 * @return what was found
	 */
	@WriteOperation
	public Map<String, Object> audit(String queue, @Nullable String limit) {
		return this.endpoint.writer().audit(QueueWriter.ANONYMOUS, queue, limit);
	}

	/**
	 * Mends what breaks the rules of the data of a queue.
	 * @param queue the name of the queue
	 * @param dryRun {@code true} to change nothing
	 * @param limit for how long to continue, 30 seconds by default
	 * @return what was found, and what was repaired
	 */
	@WriteOperation
	public Map<String, Object> repair(String queue, @Nullable String dryRun, @Nullable String limit) {
		return this.endpoint.writer().repair(QueueWriter.ANONYMOUS, queue, dryRun, limit);
	}

	/**
	 * Puts back all dead letters, or some of them, for ten seconds.
	 * @param queue the name of the queue
	 * @param rate how many per second
	 * @param reason the reason of the burial of those to put back
	 * @param exception the class name of their exceptions, or {@code none}
	 * @param text a text in the class name or the message of their exceptions
	 * @return how many were put back, and how many are left
	 */
	@WriteOperation
	public Map<String, Object> redriveAll(String queue, @Nullable String rate, @Nullable String reason,
			@Nullable String exception, @Nullable String text) {
		return this.endpoint.writer()
			.redriveAll(QueueWriter.ANONYMOUS, queue, new DeadLetterReader.Filter(reason, exception, text), rate);
	}

	/**
	 * Puts back a dead letter.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @param payload the new payload, as text
	 * @param payloadBase64 the new payload, as Base64
	 * @return what was changed
	 */
	@WriteOperation
	public Map<String, Object> redrive(String queue, String id, @Nullable String payload,
			@Nullable String payloadBase64) {
		return this.endpoint.writer().redrive(QueueWriter.ANONYMOUS, queue, id, Payloads.read(payload, payloadBase64));
	}

	/**
	 * Deletes all dead letters.
	 * @param queue the name of the queue
	 * @return how many were deleted
	 */
	@DeleteOperation
	public Map<String, Object> purgeAll(String queue) {
		return this.endpoint.writer().purgeAll(QueueWriter.ANONYMOUS, queue);
	}

	/**
	 * Deletes a dead letter.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @return what was changed
	 */
	@DeleteOperation
	public Map<String, Object> purge(String queue, String id) {
		return this.endpoint.writer().purge(QueueWriter.ANONYMOUS, queue, id);
	}

	/**
	 * Cancels a job.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @return what was changed
	 */
	@DeleteOperation
	public Map<String, Object> cancel(String queue, String id) {
		return this.endpoint.writer().cancel(QueueWriter.ANONYMOUS, queue, id);
	}

	/**
	 * Lets a job become ready at another time.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @param delay after which time the job becomes ready
	 * @param readyAt when the job becomes ready
	 * @return what was changed
	 */
	@WriteOperation
	public Map<String, Object> reschedule(String queue, String id, @Nullable String delay, @Nullable String readyAt) {
		return this.endpoint.writer().reschedule(QueueWriter.ANONYMOUS, queue, id, delay, readyAt);
	}

}
