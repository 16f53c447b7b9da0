package io.github.redisqueue.autoconfigure.assembly;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Job;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.annotation.method.ScheduleDefinition;
import io.github.redisqueue.autoconfigure.properties.InvalidQueuePropertyException;
import io.github.redisqueue.autoconfigure.properties.QueueProperties;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.autoconfigure.properties.SchedulesMapper;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.scheduling.SchedulePlanner.DeclaredSchedule;
import io.github.redisqueue.template.PayloadWriter;

import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.MessageConverter;

import static io.github.redisqueue.autoconfigure.properties.SchedulesMapper.nameOf;

/**
 * The schedules that an application declares: those of {@code @QueueSchedule} methods,
 * which properties override, and those that only properties describe. Thread-safe.
 */
public final class ConfiguredSchedules {

	private final ConfiguredQueues queues;

	private final SchedulesMapper schedules;

	private final PayloadWriter payloads;

	/** The ids of all annotations, also of those that are switched off. */
	private final Set<String> annotated = new HashSet<>();

	private final List<DeclaredSchedule> declared = new ArrayList<>();

	/** Where the schedules come from, by queue and id. */
	private final Map<List<String>, String> places = new HashMap<>();

	public ConfiguredSchedules(ConfiguredQueues queues, QueuePropertiesMapper properties, MessageConverter converter) {
		this.queues = queues;
		this.schedules = properties.schedules();
		this.payloads = new PayloadWriter(converter, properties.types());
	}

	/**
	 * Registers a schedule. Refuses one that is invalid together with its properties, and
	 * another one with its id for the same queue.
	 */
	public synchronized void register(ScheduleDefinition definition) {
		String id = definition.id();
		this.annotated.add(id);
		if (!this.schedules.enabled(id)) {
			return;
		}
		QueueProperties.Schedule options = this.schedules.schedule(definition);
		String queue = options.queue();
		if (queue == null) {
			throw definition.invalid("has no queue name",
					"Set the attribute queue, or the property " + nameOf(id, "queue") + ", to the name of the queue.");
		}
		this.queues.checkName(queue, definition::invalid);
		Schedule.Builder schedule = SchedulesMapper.builder(id, options);
		if (schedule == null) {
			throw definition.invalid("does not say when schedule '" + id + "' fires",
					"Set one of the attributes cron and every, or one of the properties " + nameOf(id, "cron") + " and "
							+ nameOf(id, "every") + ".");
		}
		String other = this.places.putIfAbsent(List.of(queue, id), definition.place());
		if (other != null) {
			throw new InvalidListenerException("The @QueueSchedule methods " + other + " and " + definition.place()
					+ " both declare schedule '" + id + "' of queue '" + queue + "'.",
					"Choose another id for one of them.");
		}
		this.declared.add(declared(queue, id, schedule, payload(options, definition)));
	}

	private Job payload(QueueProperties.Schedule options, ScheduleDefinition definition) {
		if (options.payload() != null) {
			return configuredPayload(definition.id(), options);
		}
		Object payload = definition.payload().get();
		try {
			return this.payloads.ofSchedule(payload);
		}
		catch (IllegalArgumentException | MessageConversionException ex) {
			throw definition.invalid("returns an invalid payload: " + ex.getMessage(),
					"Return a payload that can be sent with QueueOperations.send.");
		}
	}

	private Job configuredPayload(String id, QueueProperties.Schedule options) {
		try {
			return this.payloads.ofSchedule(options.payload());
		}
		catch (IllegalArgumentException | MessageConversionException ex) {
			throw new InvalidQueuePropertyException(nameOf(id, "payload"),
					nameOf(id, "payload") + " cannot be the payload of a job: " + ex.getMessage(), ex);
		}
	}

	/** The queue is used from now on, so that its layout is checked at startup. */
	private DeclaredSchedule declared(String queue, String id, Schedule.Builder schedule, Job payload) {
		Job job = payload.withAddedHeaders(this.schedules.headers(id));
		return new DeclaredSchedule(this.queues.ofSchedule(queue, id),
				schedule.payload(job.payload()).headers(job.headers()).build());
	}

	/**
	 * All schedules, after those of annotations have been registered. Fails if the
	 * properties do not describe one that has no annotation.
	 */
	public synchronized List<DeclaredSchedule> all() {
		List<DeclaredSchedule> all = new ArrayList<>(this.declared);
		for (String id : this.schedules.ids()) {
			if (this.schedules.enabled(id) && !this.annotated.contains(id)) {
				all.add(configured(id));
			}
		}
		return all;
	}

	private DeclaredSchedule configured(String id) {
		QueueProperties.Schedule options = this.schedules.schedule(id);
		String queue = options.queue();
		if (queue == null) {
			throw new InvalidQueuePropertyException(nameOf(id, "queue"), nameOf(id, "queue")
					+ " is not set, and no @QueueSchedule of this application has the id '" + id + "'", null);
		}
		Schedule.Builder schedule = SchedulesMapper.builder(id, options);
		if (schedule == null) {
			throw new InvalidQueuePropertyException(nameOf(id, "cron"),
					"Neither " + nameOf(id, "cron") + " nor " + nameOf(id, "every")
							+ " is set, and no @QueueSchedule of this application has the id '" + id + "'",
					null);
		}
		return declared(queue, id, schedule, configuredPayload(id, options));
	}

}
