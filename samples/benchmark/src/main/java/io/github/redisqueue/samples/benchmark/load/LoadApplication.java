package io.github.redisqueue.samples.benchmark.load;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerContainers;
import io.github.redisqueue.samples.benchmark.measure.Server;
import io.github.redisqueue.samples.benchmark.options.Options;
import io.github.redisqueue.samples.benchmark.options.PayloadKind;
import io.github.redisqueue.template.QueueOperations;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with one queue and one listener, set up by properties as any other. The
 * listener does not run until it is started.
 */
public final class LoadApplication implements AutoCloseable {

	static final String QUEUE = "load";

	private final ConfigurableApplicationContext context;

	private final Sender sender;

	private LoadApplication(ConfigurableApplicationContext context, Options options) {
		this.context = context;
		this.sender = new Sender(context.getBean(QueueOperations.class), options);
	}

	/**
	 * Starts an application.
	 * @param surroundings what it has from outside
	 * @param options what the user asks for
	 * @param type the type of its queue
	 * @param more further properties
	 * @return the application
	 */
	public static LoadApplication start(Surroundings surroundings, Options options, QueueType type,
			Map<String, String> more) {
		Map<String, String> properties = properties(options);
		properties.putAll(queue(options, QUEUE, type));
		properties.putAll(more);
		Class<?> listener = (options.payload() == PayloadKind.JSON) ? JsonListener.class : BytesListener.class;
		return new LoadApplication(surroundings.start(properties, listener), options);
	}

	static Map<String, String> properties(Options options) {
		Map<String, String> properties = new LinkedHashMap<>();
		properties.put("queue.key-prefix", Server.KEY_PREFIX);
		properties.put("queue.listener.concurrency", Integer.toString(options.concurrency()));
		return properties;
	}

	static Map<String, String> queue(Options options, String name, QueueType type) {
		Map<String, String> properties = new LinkedHashMap<>();
		properties.put("queue.queues." + name + ".type", text(type));
		if (options.shards() != null) {
			properties.put("queue.queues." + name + ".shards", options.shards().toString());
		}
		return properties;
	}

	/**
	 * A type as it is written.
	 * @param type the type
	 * @return its name in small letters
	 */
	public static String text(QueueType type) {
		return type.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Says what is to come to the listener.
	 * @param jobs how many jobs, with numbers from 0 on
	 * @param plan how to handle them
	 * @return what becomes of them
	 */
	public Work expect(int jobs, Work.Plan plan) {
		Work work = new Work(jobs, plan);
		this.context.getBean(Handling.class).expect(work);
		return work;
	}

	/**
	 * What sends to the queue.
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
		return this.context.getBean(QueueListenerContainers.class).get(QUEUE);
	}

	/**
	 * The queue.
	 * @return the queue that it sends to and listens to
	 */
	public WorkerQueue queue() {
		return this.context.getBean(WorkQueues.class).forWorker(QUEUE);
	}

	/**
	 * Waits until what was handled is settled.
	 */
	public void awaitRest() {
		QueueCounts counts = queue().counts();
		while (counts.ready() + counts.delayed() + counts.leased() > 0) {
			Thread.yield();
			counts = queue().counts();
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

}
