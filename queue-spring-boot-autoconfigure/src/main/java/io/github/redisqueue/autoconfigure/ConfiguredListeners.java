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
import io.github.redisqueue.listener.QueueListenerContainers;

/**
 * Sets listeners up with the properties of their queues.
 */
final class ConfiguredListeners implements ListenerRegistrar {

	private final WorkQueues queues;

	private final Bells bells;

	private final QueuePropertiesMapper properties;

	private final ListenerServices services;

	private final QueueListenerContainers containers;

	ConfiguredListeners(WorkQueues queues, Bells bells, QueuePropertiesMapper properties, ListenerServices services,
			QueueListenerContainers containers) {
		this.queues = queues;
		this.bells = bells;
		this.properties = properties;
		this.services = services;
		this.containers = containers;
	}

	@Override
	public void register(ListenerDefinition definition) {
		WorkerQueue queue = this.queues.forWorker(definition.queue());
		String target = this.properties.forwardTo(queue.name());
		if (target != null) {
			throw new InvalidListenerException(
					"The jobs of queue '" + queue.name() + "' are forwarded to queue '" + target
							+ "', so there is nothing for " + definition.place() + " to listen to.",
					"Let it listen to queue '" + target + "', or remove the property queue.queues." + queue.name()
							+ ".forward-to.");
		}
		ListenerSettings settings = this.properties.listener(queue.name(), definition.concurrency());
		QueueListenerContainer container = new QueueListenerContainer(definition.id(), queue,
				this.bells.bell(queue.name()), definition.handler(), settings, this.services);
		Boolean own = definition.autoStartup();
		boolean autoStartup = (own != null) ? own : this.properties.autoStartup(queue.name());
		this.containers.add(container, autoStartup, definition.place());
	}

}
