package io.github.redisqueue.template;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.redisqueue.Durability;

import org.springframework.util.Assert;

/**
 * Sends jobs to queues, reschedules and cancels them. Thread-safe.
 * <p>
 * The payload of a job is converted to JSON without a class name. A {@code String} and a
 * {@code byte[]} are sent unchanged.
 * <p>
 * When a method returns, Redis has stored the jobs, except those that are
 * {@linkplain SendResult#isPending() pending}: these are sent after the commit of the
 * current Spring transaction, and not at all after a rollback. When a method throws, the
 * outcome is unknown: Redis may have stored some of the jobs. The caller can send the
 * same again under the same ids. All methods throw
 * {@link org.springframework.dao.DataAccessException} if Redis is unavailable or rejects
 * the call, {@link org.springframework.messaging.converter.MessageConversionException} if
 * a payload cannot be converted, and {@link IllegalArgumentException} if an argument or
 * an element of an argument is null, or if the name of the queue is invalid. After these
 * two, nothing has been sent.
 */
public interface QueueOperations {

	/**
	 * Sends a job. The static type of the second argument makes no difference:
	 * <ul>
	 * <li>A {@link SendRequest} is sent with what it says, never as a payload
	 * itself.</li>
	 * <li>Of a Spring {@link org.springframework.messaging.Message}, the payload is sent,
	 * and each header with a simple value, such as a number or a date, as a string. Its
	 * id and its timestamp are omitted, and so is what the library had written for a job
	 * if a handler forwards the message that it received: the type, the ready time, the
	 * time of sending, the firing and the retries.</li>
	 * <li>Everything else is the payload.</li>
	 * </ul>
	 * @param queue the name of the queue
	 * @param payload the payload, message or request, not null
	 * @return the id of the job, and its status
	 */
	SendResult send(String queue, Object payload);

	/**
	 * Sends a job with an id, headers, a delay or a ready time.
	 * @param queue the name of the queue
	 * @param request the request, not null
	 * @return the id of the job, and its status
	 */
	default SendResult send(String queue, SendRequest request) {
		return send(queue, (Object) request);
	}

	/**
	 * Sends jobs, with one call to Redis for every 500 jobs or 4 MiB.
	 * @param queue the name of the queue
	 * @param payloads the payloads, messages or requests, as for
	 * {@link #send(String, Object)}
	 * @return the ids of the jobs, and their status, in the order of the payloads
	 */
	List<SendResult> sendAll(String queue, Collection<?> payloads);

	/**
	 * Sends the jobs of a stream, which may have more than fit into memory, in parts of
	 * 500. In a transaction after whose commit jobs are sent, all of them are kept until
	 * then.
	 * @param queue the name of the queue
	 * @param payloads the payloads, messages or requests, as for
	 * {@link #send(String, Object)}; the caller closes the stream
	 * @return how many payloads were sent
	 * @throws PartialSendException if a part, or the stream, fails after others were
	 * sent; tells how many payloads that were
	 */
	default long sendAll(String queue, Stream<?> payloads) {
		Assert.notNull(payloads, "The payloads must not be null. To send nothing, pass an empty stream");
		long sent = 0;
		try {
			List<Object> part = new ArrayList<>();
			for (Iterator<?> each = payloads.iterator(); each.hasNext();) {
				part.add(each.next());
				if (part.size() == 500 || !each.hasNext()) {
					sent += sendAll(queue, part).size();
					part.clear();
				}
			}
			return sent;
		}
		catch (RuntimeException ex) {
			throw (sent > 0) ? new PartialSendException(queue, sent, ex) : ex;
		}
	}

	/**
	 * Sends jobs, and waits until replicas or append-only files have them. Opens a
	 * connection of its own for each shard.
	 * @param queue the name of the queue
	 * @param payloads the payloads, messages or requests, as for
	 * {@link #send(String, Object)}; none may be sent after the commit of a transaction
	 * @param durability which confirmation to wait for
	 * @return the ids of the jobs, and their status, in the order of the payloads
	 * @throws io.github.redisqueue.UnconfirmedAdditionException if the jobs were added,
	 * but too few servers have confirmed that in time
	 */
	List<SendResult> sendAll(String queue, Collection<?> payloads, Durability durability);

	/**
	 * Sends a job, and waits until replicas or append-only files have it.
	 * @param queue the name of the queue
	 * @param payload the payload, message or request, as for
	 * {@link #send(String, Object)}
	 * @param durability which confirmation to wait for
	 * @return the id of the job, and its status
	 * @throws io.github.redisqueue.UnconfirmedAdditionException as from
	 * {@link #sendAll(String, Collection, Durability)}
	 */
	default SendResult send(String queue, Object payload, Durability durability) {
		return sendAll(queue, Collections.singletonList(payload), durability).get(0);
	}

	/**
	 * Sends a job without waiting for Redis. The payload is converted by the caller's
	 * thread. Jobs of a queue are sent in the order of the calls, up to 500 together.
	 * <p>
	 * Up to 10,000 jobs or 32 MiB of a queue may be under way, and no more than it leaves
	 * to others. One more fails with
	 * {@link org.springframework.core.task.TaskRejectedException}, as do all after the
	 * application has begun to close its beans.
	 * @param queue the name of the queue
	 * @param payload the payload, message or request, as for
	 * {@link #send(String, Object)}
	 * @return the id of the job, and its status; if the job is to be sent after the
	 * commit of the current transaction, the result is there at once, and pending.
	 * Failures of Redis complete it exceptionally; an invalid payload or queue fails the
	 * call itself. The result is completed on one of a few threads: pass work that blocks
	 * to an executor, as in {@code thenAcceptAsync}
	 */
	CompletableFuture<SendResult> sendAsync(String queue, Object payload);

	/**
	 * Removes a job, whether it is ready, delayed, leased, or waits in its group. A
	 * worker that holds it loses its lease. Acts at once, also in a transaction, so it
	 * does not find a job that is still pending. A dead letter is not removed.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @return whether this call removed the job
	 */
	boolean cancel(String queue, String id);

	/**
	 * Makes a ready or delayed job ready after a delay that starts now. Its payload and
	 * its failures stay. A job that waits in its group leaves the line, and joins it
	 * again after the delay; the jobs behind an open one wait until it has ended. Acts at
	 * once, as {@link #cancel(String, String)} does.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @param delay the delay, zero to 365 days
	 * @return whether such a job is ready, delayed or waiting; a job that is leased is
	 * not changed
	 * @throws IllegalArgumentException if the delay is out of range
	 */
	boolean reschedule(String queue, String id, Duration delay);

	/**
	 * Makes a ready or delayed job ready at a time, at once if it is in the past.
	 * @param queue the name of the queue
	 * @param id the id of the job
	 * @param readyAt the time by the clock of the Redis server
	 * @return whether such a job is ready, delayed or waiting; a job that is leased is
	 * not changed
	 * @see #reschedule(String, String, Duration)
	 */
	boolean reschedule(String queue, String id, Instant readyAt);

}
