package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.annotation.ListenerDefinition;
import io.github.redisqueue.annotation.ListenerRegistrar;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.ListenerServices;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;

/**
 * Creates the listeners that {@code @QueueListener} methods declare, with the properties
 * of their queues.
 */
final class ConfiguredListeners implements ListenerRegistrar {

	private final WorkQueues queues;

	private final Bells bells;

	private final QueuePropertiesMapper properties;

	private final QueueListenerRegistry containers;

	private final ListenerServices services;

	/**
	 * Creates a registrar.
	 * @param queues the queues of the application
	 * @param bells the bells of the queues
	 * @param properties the properties of the queues
	 * @param containers where to add the listeners
	 * @param services used by all listeners
	 */
	ConfiguredListeners(WorkQueues queues, Bells bells, QueuePropertiesMapper properties,
			QueueListenerRegistry containers, ListenerServices services) {
		this.queues = queues;
		this.bells = bells;
		this.properties = properties;
		this.containers = containers;
		this.services = services;
	}

	@Override
	public void register(ListenerDefinition definition) {
		WorkerQueue queue = this.queues.forWorker(definition.queue());
		String target = this.properties.forwardTo(queue.name());
		if (target != null) {
			throw new InvalidListenerException(
					"The jobs of queue '" + queue.name() + "' are forwarded to queue '" + target + "', so the listener "
							+ definition.place() + " would receive none of them.",
					"Change the listener to queue '" + target + "', or remove the property redis-queue.queues."
							+ queue.name() + ".forward-to.");
		}
		ListenerSettings settings = this.properties.listener(queue.name(), definition.overrides());
		QueueListenerContainer container = new QueueListenerContainer(definition.id(), queue,
				this.bells.bell(queue.name()), definition.handler(), settings, this.services);
		this.containers.add(container, this.properties.autoStartup(queue.name(), definition.overrides()),
				definition.place());
	}

}
