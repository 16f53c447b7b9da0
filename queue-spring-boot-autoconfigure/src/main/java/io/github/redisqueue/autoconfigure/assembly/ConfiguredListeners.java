package io.github.redisqueue.autoconfigure.assembly;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.annotation.method.ListenerDefinition;
import io.github.redisqueue.autoconfigure.properties.InvalidQueuePropertyException;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.listener.AckMode;
import io.github.redisqueue.listener.ForwardingHandler;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.JobHandler;
import io.github.redisqueue.listener.ListenerQueue;
import io.github.redisqueue.listener.run.ListenerServices;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerContainerFactory;
import io.github.redisqueue.listener.QueueListenerRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

import static io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper.nameOf;

/**
 * Creates the listeners that {@code @QueueListener} methods declare, with the properties
 * of their queues.
 */
public final class ConfiguredListeners implements QueueListenerContainerFactory {

	private static final Log logger = LogFactory.getLog(ConfiguredListeners.class);

	private final ConfiguredQueues queues;

	private final Bells bells;

	private final QueuePropertiesMapper properties;

	private final QueueListenerRegistry containers;

	private final ListenerServices services;

	private final @Nullable Duration phaseTimeout;

	/** The first listener on each queue that takes a certain type of payload. */
	private final Map<String, ListenerDefinition> typed = new HashMap<>();

	/** The queues about whose groups there was a warning. */
	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	/** Shutdown timeouts that were warned of. */
	private final Set<Duration> slow = ConcurrentHashMap.newKeySet();

	/**
	 * The phase timeout is how long Spring waits for the listeners when the application
	 * stops, or null if that is not known.
	 */
	public ConfiguredListeners(ConfiguredQueues queues, Bells bells, QueuePropertiesMapper properties,
			QueueListenerRegistry containers, ListenerServices services, @Nullable Duration phaseTimeout) {
		this.queues = queues;
		this.bells = bells;
		this.properties = properties;
		this.containers = containers;
		this.services = services;
		this.phaseTimeout = phaseTimeout;
	}

	/** Adds a listener to each queue whose jobs are forwarded. To be called once. */
	public void addForwarding() {
		for (String from : this.properties.named()) {
			String to = this.properties.forwardTo(from);
			if (to != null) {
				ListenerQueue source = new ListenerQueue(this.queues.forWorker(from), this.bells.bell(from),
						ForwardingHandler.settings(this.properties.listener(from, null)), 0);
				JobHandler handler = new ForwardingHandler(from, this.queues.get(to), this.services.outages());
				this.containers.add(container(from + "-to-" + to, List.of(source), handler),
						this.properties.autoStartup(from, null), "the one of " + nameOf(from, "forward-to"));
			}
		}
	}

	/**
	 * Sets up a listener, which starts with the application. Refuses one that is not
	 * valid together with the properties of its queues.
	 */
	public void register(ListenerDefinition definition) {
		List<ListenerQueue> queues = definition.queues().stream().map((queue) -> queue(definition, queue)).toList();
		checkNotCompeting(definition);
		String first = definition.queues().get(0).name();
		// In the settings, a limit has overridden it. Those of the first queue count.
		checkPrefetch(first, this.properties.prefetch(first, definition), definition.place());
		this.containers.add(container(definition.id(), queues, definition.handler()),
				this.properties.autoStartup(first, definition), definition.place());
	}

	private ListenerQueue queue(ListenerDefinition definition, ListenerDefinition.Queue served) {
		try {
			this.queues.checkName(served.name(), definition::invalid);
			WorkerQueue queue = this.queues.forWorker(served.name());
			checkNotForwarded(queue, definition.place());
			ListenerSettings settings = this.properties.listener(queue.name(), definition).build();
			if (settings.ackMode() == AckMode.BEFORE) {
				checkNoRetries(definition);
			}
			return checked(queue, settings, served.weight(), definition.handler(), definition.place());
		}
		catch (InvalidQueuePropertyException ex) {
			// The properties alone are valid: they were validated at startup.
			throw new InvalidListenerException("The attributes of " + definition.place()
					+ " do not fit the properties of queue '" + served.name() + "': " + ex.getMessage() + ".",
					"Change the attributes or the properties.");
		}
	}

	private ListenerQueue checked(WorkerQueue queue, ListenerSettings settings, int weight, JobHandler handler,
			String place) {
		checkMaxRetries(queue, settings.retry().maxRetries(), place);
		checkAckMode(settings.ackMode(), handler, place);
		checkHeldWhileHandled(queue.name(), settings.ackMode(), place);
		warnIfGroupsGoOnBefore(queue.name(), settings.ackMode(), place);
		return new ListenerQueue(queue, this.bells.bell(queue.name()), settings, weight);
	}

	private QueueListenerContainer container(String id, List<ListenerQueue> queues, JobHandler handler) {
		QueueListenerContainer container = new QueueListenerContainer(id, queues, handler, this.services);
		warnIfSpringStopsBefore(container, queues.get(0).settings().shutdownTimeout());
		return container;
	}

	@Override
	public QueueListenerContainer create(String id, String name, JobHandler handler,
			UnaryOperator<ListenerSettings.Builder> change) {
		WorkerQueue queue = this.queues.forWorker(name);
		String place = "'" + id + "'";
		checkNotForwarded(queue, place);
		ListenerSettings settings = change.apply(this.properties.listener(queue.name(), null)).build();
		checkPrefetch(name, settings.prefetch(), place);
		return container(id, List.of(checked(queue, settings, 0, handler, place)), handler);
	}

	private static void refuseIf(boolean wrong, String place, String what, String action) {
		if (wrong) {
			throw new InvalidListenerException("The listener " + place + " " + what + ".", action);
		}
	}

	/** The queue enforces its limit for all workers, a listener can only stay below. */
	private static void checkMaxRetries(WorkerQueue queue, @Nullable Integer own, String place) {
		refuseIf(own != null && own > queue.maxRetries(), place,
				"has maxRetries = " + own + ", but queue '" + queue.name() + "' allows " + queue.maxRetries()
						+ " retries",
				"Set redis-queue.queues." + queue.name() + ".retry.max-retries to " + own
						+ " or more, or lower the attribute.");
	}

	private void checkNotForwarded(WorkerQueue queue, String place) {
		String target = this.properties.forwardTo(queue.name());
		if (target != null) {
			throw new InvalidListenerException(
					"The jobs of queue '" + queue.name() + "' are forwarded to queue '" + target + "', so the listener "
							+ place + " would receive none of them.",
					"Change the listener to queue '" + target + "', or remove the property redis-queue.queues."
							+ queue.name() + ".forward-to.");
		}
	}

	/** Which of two listeners gets a job is a matter of chance. */
	private synchronized void checkNotCompeting(ListenerDefinition definition) {
		Set<Type> types = definition.handler().payloadTypes();
		if (types.isEmpty()) {
			return;
		}
		for (ListenerDefinition.Queue queue : definition.queues()) {
			ListenerDefinition other = this.typed.putIfAbsent(queue.name(), definition);
			if (other != null && !other.handler().payloadTypes().equals(types)) {
				throw new InvalidListenerException(
						"The listeners " + other.place() + " and " + definition.place()
								+ " take different payloads, but both receive jobs of queue '" + queue.name()
								+ "', so each job would go to any of them.",
						"Use a queue for each type of payload, or one class with @QueueListener whose @QueueHandler"
								+ " methods take one type each.");
			}
		}
	}

	private static void checkAckMode(AckMode mode, JobHandler handler, String place) {
		String name = mode.name().toLowerCase(Locale.ROOT);
		refuseIf(handler.takesBatches() && mode != AckMode.AFTER, place,
				"takes batches, but its ack mode is " + name + ", which is for single jobs",
				"Use the ack mode after, and throw a FailedJobsException for jobs that have failed, or handle the"
						+ " jobs one by one.");
		refuseIf(handler.acknowledges() && mode != AckMode.MANUAL, place,
				"has a parameter of type Acknowledgement, but its ack mode is " + name
						+ ", so the listener settles its jobs",
				"Set the attribute ackMode to manual, or remove the parameter.");
		refuseIf(!handler.acknowledges() && mode == AckMode.MANUAL, place,
				"has the ack mode manual, but no parameter of type Acknowledgement, so its jobs could not be settled",
				"Add a parameter of type io.github.redisqueue.listener.Acknowledgement, or change the ack mode.");
	}

	/** A job that waits in an instance has been counted, but is not handled. */
	private void checkPrefetch(String queue, int prefetch, String place) {
		QueueSettings settings = this.properties.queue(queue);
		String limit = (settings.rateLimit() != null) ? "rate-limit" : "max-leased";
		refuseIf(prefetch > 0 && settings.limited(), place,
				"has a prefetch of " + prefetch + ", but queue '" + queue
						+ "' has a limit, and its jobs are not prefetched",
				"Remove the prefetch, or " + nameOf(queue, limit) + ".");
	}

	/** A job that is completed before its handler begins is not leased while it runs. */
	private void checkHeldWhileHandled(String queue, AckMode mode, String place) {
		refuseIf(mode == AckMode.BEFORE && this.properties.queue(queue).maxLeased() > 0, place,
				"completes its jobs before it handles them (ack mode before), so " + nameOf(queue, "max-leased")
						+ " would not bound how many of them are handled at the same time",
				"Use the ack mode after, or limit the rate (" + nameOf(queue, "rate-limit") + ") instead.");
	}

	/** The end of a job lets the next one of its group begin. */
	private void warnIfGroupsGoOnBefore(String queue, AckMode mode, String place) {
		if (mode == AckMode.BEFORE && this.properties.queue(queue).groups() != null && this.warned.add(queue)) {
			logger.warn("The listener " + place + " completes the jobs of queue '" + queue
					+ "' before it handles them (ack mode before), so the next job of a group begins while the handler"
					+ " of the one before may still run: the jobs of a group are handled neither one after the other nor"
					+ " in order, although " + nameOf(queue, "groups.enabled")
					+ " is true. For that, use the ack mode after");
		}
	}

	/** Jobs that are completed before their handler begins are never retried. */
	private static void checkNoRetries(ListenerDefinition definition) {
		boolean isAboutFailures = definition.beans().errorHandler() != null
				|| definition.attributes().keySet().stream().anyMatch(ListenerDefinition::isAboutFailures);
		refuseIf(isAboutFailures, definition.place(),
				"has an attribute for failures (maxRetries, backoff, retryFor, neverRetry or errorHandler), but its"
						+ " jobs are completed before the handler begins (ack mode before), so they are never retried",
				"Remove the attribute, or use the ack mode after.");
	}

	private void warnIfSpringStopsBefore(QueueListenerContainer container, Duration shutdownTimeout) {
		if (this.phaseTimeout != null && this.phaseTimeout.compareTo(shutdownTimeout) < 0
				&& this.slow.add(shutdownTimeout)) {
			logger.warn(container + " waits up to " + DurationStyle.SIMPLE.print(shutdownTimeout)
					+ " for running handlers when the application stops (redis-queue.listener.shutdown-timeout), but"
					+ " Spring waits only " + DurationStyle.SIMPLE.print(this.phaseTimeout)
					+ " (spring.lifecycle.timeout-per-shutdown-phase) before it destroys the beans that handlers use."
					+ " Set the second to more than the first");
		}
	}

}
