package io.github.redisqueue.template;

import java.util.Collection;
import java.util.List;

/**
 * Sends jobs to queues. Thread-safe.
 * <p>
 * The payload of a job is converted to JSON without a class name. A {@code String} and a
 * {@code byte[]} are sent unchanged.
 * <p>
 * When a method returns, Redis has stored the jobs. When it throws, the outcome is
 * unknown: Redis may have stored some of them. The caller can send the same again under
 * the same ids. All methods throw {@link org.springframework.dao.DataAccessException} if
 * Redis is unavailable or rejects the call,
 * {@link org.springframework.messaging.converter.MessageConversionException} if a payload
 * cannot be converted (then nothing is sent), and {@link IllegalArgumentException} if the
 * name of the queue or the id of a job is invalid, or if the payload is null.
 */
public interface QueueOperations {

	/**
	 * Sends a job. The static type of the second argument makes no difference:
	 * <ul>
	 * <li>A {@link SendRequest} is sent with its id, headers, delay and ready time, as by
	 * {@link #send(String, SendRequest)}. It is never sent as a payload itself.</li>
	 * <li>Of a Spring {@link org.springframework.messaging.Message}, the payload is sent,
	 * and each header whose value is a string, number, date or similar simple value, as a
	 * string. The id and the timestamp of the message are omitted.</li>
	 * <li>Everything else is the payload.</li>
	 * </ul>
	 * @param queue the name of the queue
	 * @param payload the payload, message or request, not null
	 * @return the id of the job, and whether it was new
	 */
	SendResult send(String queue, Object payload);

	/**
	 * Sends a job with an id, headers, a delay or a ready time.
	 * @param queue the name of the queue
	 * @param request the request, not null
	 * @return the id of the job, and whether it was new
	 */
	default SendResult send(String queue, SendRequest request) {
		return send(queue, (Object) request);
	}

	/**
	 * Sends jobs, with one call to Redis for every 500 jobs or 4 MiB.
	 * @param queue the name of the queue
	 * @param payloads the payloads, messages or requests, as for
	 * {@link #send(String, Object)}
	 * @return the ids of the jobs, and whether they were new, in the order of the
	 * payloads
	 */
	List<SendResult> sendAll(String queue, Collection<?> payloads);

}
