package io.github.redisqueue.listener;

import java.util.function.UnaryOperator;

/**
 * Creates listeners at run time, as {@code @QueueListener} does at startup:
 *
 * <pre class="code">
 * registry.add(factory.create("tenant-42", "orders-42", (lease) -> ship(lease.job().payload())));
 * </pre>
 *
 * Thread-safe.
 */
public interface QueueListenerContainerFactory {

	/**
	 * {@return a listener with the settings that the properties of the queue say, not
	 * started; {@link QueueListenerRegistry#add} starts it}
	 * @param id the id of the listener, unique in the application
	 * @param queue the name of the queue
	 * @param handler handles the jobs
	 * @throws IllegalArgumentException if the name of the queue is invalid
	 * @throws InvalidListenerException if the listener does not fit the properties of the
	 * queue
	 */
	default QueueListenerContainer create(String id, String queue, JobHandler handler) {
		return create(id, queue, handler, UnaryOperator.identity());
	}

	/**
	 * {@return a listener with settings of its own, not started}
	 * @param id the id of the listener, unique in the application
	 * @param queue the name of the queue
	 * @param handler handles the jobs
	 * @param change changes the settings that the properties of the queue say
	 * @throws IllegalArgumentException if the name of the queue or a setting is invalid
	 * @throws InvalidListenerException if the listener does not fit the properties of the
	 * queue
	 */
	QueueListenerContainer create(String id, String queue, JobHandler handler,
			UnaryOperator<ListenerSettings.Builder> change);

}
