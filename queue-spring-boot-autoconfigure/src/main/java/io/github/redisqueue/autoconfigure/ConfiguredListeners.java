package io.github.redisqueue.autoconfigure;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

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

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Creates the listeners that {@code @QueueListener} methods declare, with the properties
 * of their queues.
 */
final class ConfiguredListeners implements ListenerRegistrar, AutoCloseable {

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
	 * @param services used by all listeners; their scheduler is shut down when this is
	 * closed
	 */
	ConfiguredListeners(WorkQueues queues, Bells bells, QueuePropertiesMapper properties,
			QueueListenerRegistry containers, ListenerServices services) {
		this.queues = queues;
		this.bells = bells;
		this.properties = properties;
		this.containers = containers;
		this.services = services;
	}

	/**
	 * Creates the scheduler for short tasks that never wait for Redis. It is not a bean,
	 * because Spring Boot would not create the application's own scheduler then.
	 * @return a scheduler with one daemon thread
	 */
	static ScheduledExecutorService newScheduler() {
		CustomizableThreadFactory threads = new CustomizableThreadFactory("queue-scheduler-");
		threads.setDaemon(true);
		ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, threads);
		scheduler.setRemoveOnCancelPolicy(true);
		return scheduler;
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

	@Override
	public void close() {
		this.services.scheduler().shutdownNow();
	}

}
