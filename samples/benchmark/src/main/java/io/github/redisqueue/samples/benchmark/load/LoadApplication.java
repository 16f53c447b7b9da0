package io.github.redisqueue.samples.benchmark.load;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.samples.benchmark.measure.Server;
import io.github.redisqueue.samples.benchmark.options.PayloadKind;
import io.github.redisqueue.template.QueueOperations;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with one queue and one listener, which is configured with properties
 * like any other application. The listener does not start with the application.
 */
public final class LoadApplication implements AutoCloseable {

	static final String QUEUE = "load";

	private final ConfigurableApplicationContext context;

	private final Sender sender;

	private LoadApplication(ConfigurableApplicationContext context, LoadSettings settings) {
		this.context = context;
		this.sender = new Sender(context.getBean(QueueOperations.class), settings);
	}

	/**
	 * Starts an application.
	 * @param surroundings the environment of the application
	 * @param settings the settings of the application
	 * @param type the type of its queue
	 * @param more further properties
	 * @param beans the classes of further beans
	 * @return the application
	 */
	public static LoadApplication start(Surroundings surroundings, LoadSettings settings, QueueType type,
			Map<String, String> more, Class<?>... beans) {
		Map<String, String> properties = properties(settings.concurrency());
		properties.putAll(queue(QUEUE, type, settings.shards()));
		properties.putAll(more);
		Class<?> listener = (settings.payloads().kind() == PayloadKind.JSON) ? JsonListener.class : BytesListener.class;
		Class<?>[] all = Stream.concat(Stream.of(listener), Stream.of(beans)).toArray(Class<?>[]::new);
		return new LoadApplication(surroundings.start(properties, all), settings);
	}

	static Map<String, String> properties(@Nullable Integer concurrency) {
		Map<String, String> properties = new LinkedHashMap<>();
		properties.put("redis-queue.key-prefix", Server.KEY_PREFIX);
		if (concurrency != null) {
			properties.put("redis-queue.listener.concurrency", concurrency.toString());
		}
		return properties;
	}

	static Map<String, String> queue(String name, QueueType type, @Nullable Integer shards) {
		Map<String, String> properties = new LinkedHashMap<>();
		properties.put("redis-queue.queues." + name + ".type", text(type));
		if (shards != null) {
			properties.put("redis-queue.queues." + name + ".shards", shards.toString());
		}
		return properties;
	}

	/**
	 * The properties of an application whose jobs may have a group.
	 * @param maxOpen how many jobs of each group are open at the same time
	 * @return the properties by their names
	 */
	public static Map<String, String> groups(int maxOpen) {
		String groups = "redis-queue.queues." + QUEUE + ".groups.";
		return Map.of(groups + "enabled", "true", groups + "max-open", Integer.toString(maxOpen));
	}

	/**
	 * The name of a type in properties and reports.
	 * @param type the type
	 * @return its name in lower case
	 */
	public static String text(QueueType type) {
		return type.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Prepares the listener for jobs.
	 * @param jobs the number of jobs, which have the numbers from 0 on
	 * @param plan how to handle them
	 * @return the progress of handling them
	 */
	public Work expect(int jobs, Work.Plan plan) {
		Work work = new Work(jobs, plan);
		expect(work);
		return work;
	}

	/**
	 * Prepares the listener for jobs, which others may handle too.
	 * @param work counts the jobs
	 */
	public void expect(Work work) {
		this.context.getBean(Handling.class).expect(work);
	}

	/**
	 * The sender of jobs to the queue.
	 * @return the sender
	 */
	public Sender sender() {
		return this.sender;
	}

	/**
	 * The listener.
	 * @return its container
	 */
	public QueueListenerContainer listener() {
		return this.context.getBean(QueueListenerRegistry.class).get(QUEUE);
	}

	/**
	 * A bean.
	 * @param type its class
	 * @param <T> its class
	 * @return the bean
	 */
	public <T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	/**
	 * The queue.
	 * @return the queue that the application sends to and listens to
	 */
	public WorkerQueue queue() {
		return this.context.getBean(WorkQueues.class).forWorker(QUEUE);
	}

	/**
	 * Waits until all jobs are settled.
	 */
	public void awaitRest() {
		QueueCounts counts = queue().counts();
		while (counts.ready() + counts.delayed() + counts.waiting() + counts.leased() > 0) {
			Thread.yield();
			counts = queue().counts();
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

}
