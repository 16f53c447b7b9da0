package io.github.redisqueue.samples.benchmark.load;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.annotation.ListenerBeans;
import io.github.redisqueue.annotation.ListenerDefinition;
import io.github.redisqueue.annotation.ListenerRegistrar;
import io.github.redisqueue.annotation.ServedQueue;
import io.github.redisqueue.samples.benchmark.options.QueueOptions;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with many empty queues, each of which has a listener.
 */
public final class IdleApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private final int queues;

	private IdleApplication(ConfigurableApplicationContext context, int queues) {
		this.context = context;
		this.queues = queues;
	}

	/**
	 * Starts the application.
	 * @param surroundings the environment of the application
	 * @param options types and shards of its queues; the queues use the types in turn
	 * @param concurrency number of jobs that a listener handles at a time
	 * @param queues number of queues
	 * @return the application
	 */
	public static IdleApplication start(Surroundings surroundings, QueueOptions options, int concurrency, int queues) {
		Map<String, String> properties = LoadApplication.properties(concurrency);
		List<QueueType> types = options.types();
		for (int i = 0; i < queues; i++) {
			properties.putAll(LoadApplication.queue(name(i), types.get(i % types.size()), options.shards()));
		}
		return new IdleApplication(surroundings.start(properties), queues);
	}

	private static String name(int number) {
		return "idle-" + number;
	}

	/**
	 * Starts the listeners.
	 */
	public void listen() {
		ListenerRegistrar listeners = this.context.getBean(ListenerRegistrar.class);
		for (int i = 0; i < this.queues; i++) {
			listeners.register(new ListenerDefinition(name(i), List.of(new ServedQueue(name(i), 0)), (lease) -> {
			}, Map.of(), ListenerBeans.NONE, "the benchmark"));
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

}
