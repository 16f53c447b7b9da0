package io.github.redisqueue.annotation;

/**
 * A queue that a {@link QueueListener} names.
 *
 * @param name the name of the queue
 * @param weight its share, at least 1, or 0 if the queues are served strictly in their
 * order
 */
public record ServedQueue(String name, int weight) {

}
