package io.github.redisqueue.autoconfigure;

import java.time.Duration;

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
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

/**
 * Creates the listeners that {@code @QueueListener} methods declare, with the properties
 * of their queues.
 */
final class ConfiguredListeners implements ListenerRegistrar {

	private static final Log logger = LogFactory.getLog(ConfiguredListeners.class);

	private final WorkQueues queues;

	private final Bells bells;

	private final QueuePropertiesMapper properties;

	private final QueueListenerRegistry containers;

	private final ListenerServices services;

	private final @Nullable Duration phaseTimeout;

	/**
	 * Creates a registrar.
	 * @param queues the queues of the application
	 * @param bells the bells of the queues
	 * @param properties the properties of the queues
	 * @param containers where to add the listeners
	 * @param services used by all listeners
	 * @param phaseTimeout how long Spring waits for the listeners when the application
	 * stops, or null if that is not known
	 */
	ConfiguredListeners(WorkQueues queues, Bells bells, QueuePropertiesMapper properties,
			QueueListenerRegistry containers, ListenerServices services, @Nullable Duration phaseTimeout) {
		this.queues = queues;
		this.bells = bells;
		this.properties = properties;
		this.containers = containers;
		this.services = services;
		this.phaseTimeout = phaseTimeout;
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
		warnIfSpringStopsBefore(container, settings.shutdownTimeout());
		this.containers.add(container, this.properties.autoStartup(queue.name(), definition.overrides()),
				definition.place());
	}

	private void warnIfSpringStopsBefore(QueueListenerContainer container, Duration shutdownTimeout) {
		if (this.phaseTimeout != null && this.phaseTimeout.compareTo(shutdownTimeout) < 0) {
			logger.warn(container + " waits up to " + DurationStyle.SIMPLE.print(shutdownTimeout)
					+ " for running handlers when the application stops (redis-queue.listener.shutdown-timeout), but"
					+ " Spring waits only " + DurationStyle.SIMPLE.print(this.phaseTimeout)
					+ " (spring.lifecycle.timeout-per-shutdown-phase) before it destroys the beans that handlers use."
					+ " Set the second to more than the first");
		}
	}

}
