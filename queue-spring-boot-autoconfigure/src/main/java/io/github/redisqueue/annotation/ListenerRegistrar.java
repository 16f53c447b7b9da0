package io.github.redisqueue.annotation;

/**
 * Registers the listeners that {@link QueueListener} annotations declare.
 */
@FunctionalInterface
public interface ListenerRegistrar {

	/**
	 * Registers a listener.
	 * @param definition the declared listener
	 * @throws io.github.redisqueue.listener.InvalidListenerException if the name of the
	 * queue is invalid, or the listener does not fit the queue
	 */
	void register(ListenerDefinition definition);

}
