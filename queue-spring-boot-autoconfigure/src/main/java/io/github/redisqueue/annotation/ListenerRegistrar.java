package io.github.redisqueue.annotation;

/**
 * Registers the listeners that {@link QueueListener} annotations declare.
 */
@FunctionalInterface
public interface ListenerRegistrar {

	/**
	 * Registers a listener.
	 * @param definition the declared listener
	 * @throws IllegalArgumentException if the name of the queue is invalid
	 */
	void register(ListenerDefinition definition);

}
