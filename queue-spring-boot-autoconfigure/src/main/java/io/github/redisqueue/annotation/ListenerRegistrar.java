package io.github.redisqueue.annotation;

/**
 * Makes the listeners of an application out of what is written on its methods.
 */
@FunctionalInterface
public interface ListenerRegistrar {

	/**
	 * Sets up a listener.
	 * @param definition what is asked for
	 * @throws IllegalArgumentException if no queue can have the name that it gives
	 */
	void register(ListenerDefinition definition);

}
