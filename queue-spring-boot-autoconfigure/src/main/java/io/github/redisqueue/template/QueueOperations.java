package io.github.redisqueue.template;

import java.util.Collection;
import java.util.List;

/**
 * Sends to queues. Thread-safe.
 * <p>
 * What is sent may be
 * <ul>
 * <li>an {@link SendRequest}: a payload with an id, headers, a delay or a ready time</li>
 * <li>a Spring {@link org.springframework.messaging.Message}: its payload, and those of
 * its headers that are texts, numbers, dates and the like, as texts; its own id and
 * timestamp are left out</li>
 * <li>anything else: the payload</li>
 * </ul>
 * A payload is sent as JSON, without any class name; a {@code String} and a
 * {@code byte[]} are sent as they are.
 * <p>
 * When a method returns, Redis has the jobs. When it throws, it is not known which of
 * them Redis has; the same can be sent again under the same ids. All methods throw
 * {@link org.springframework.dao.DataAccessException} if Redis is away or refuses,
 * {@link org.springframework.messaging.converter.MessageConversionException} if a payload
 * cannot be written (then nothing is sent), and {@link IllegalArgumentException} if there
 * can be no queue of this name or no job of this id.
 */
public interface QueueOperations {

	/**
	 * Sends a job.
	 * @param queue the name of the queue
	 * @param payload what to send
	 * @return its id, and whether it was new
	 */
	SendResult send(String queue, Object payload);

	/**
	 * Sends jobs, in one call to Redis for up to 500 of them or 4 MiB.
	 * @param queue the name of the queue
	 * @param payloads what to send, each as for {@link #send}
	 * @return their ids, and whether they were new, in the order in which they were given
	 */
	List<SendResult> sendAll(String queue, Collection<?> payloads);

}
