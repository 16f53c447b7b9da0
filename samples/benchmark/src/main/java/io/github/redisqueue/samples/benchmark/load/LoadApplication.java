package io.github.redisqueue.samples.benchmark.load;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.template.QueueOperations;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * An application with one queue and one listener, which is configured with properties
 * like any other application. The listener does not start with the application.
 */
public final class LoadApplication implements Contender {

	/** The beginning of all keys of the benchmark. */
	public static final String KEY_PREFIX = "benchmark:";

	static final String QUEUE = "load";

	private final ConfigurableApplicationContext context;

	private final Sender sender;

	private LoadApplication(ConfigurableApplicationContext context, Sender sender) {
		this.context = context;
		this.sender = sender;
	}

	/**
	 * Starts an application.
	 * @param properties further properties, among them the address of Redis
	 */
	public static LoadApplication start(QueueType type, LoadSettings settings, Map<String, String> properties) {
		return start(type, settings, properties, JsonListener.class);
	}

	/** Starts an application that records how long jobs wait in its listener. */
	static LoadApplication startWithWaits(QueueType type, LoadSettings settings, Map<String, String> properties) {
		LoadApplication application = start(type, settings, properties, JsonListener.class, ListenerWaits.class);
		application.context.getBean(ListenerWaits.class).follow(application);
		return application;
	}

	private static LoadApplication start(QueueType type, LoadSettings settings, Map<String, String> properties,
			Class<?>... beans) {
		Map<String, String> all = queue(QUEUE, type, settings);
		all.putAll(properties);
		ConfigurableApplicationContext context = run(all, beans);
		return new LoadApplication(context, new Sender(context.getBean(QueueOperations.class),
				new Payloads(settings.payloadSize()), settings.batch(), null));
	}

	/** Starts an application without a listener. */
	public static ConfigurableApplicationContext run(Map<String, String> properties, Class<?>... beans) {
		return new SpringApplicationBuilder(Application.class).sources(beans)
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false)
			.run(properties.entrySet()
				.stream()
				.map((property) -> "--" + property.getKey() + "=" + property.getValue())
				.toArray(String[]::new));
	}

	/**
	 * The properties of an application with a queue.
	 * @param settings the number of its shards, and that of the jobs that a listener
	 * handles at a time
	 */
	public static Map<String, String> queue(String name, QueueType type, LoadSettings settings) {
		Map<String, String> properties = new LinkedHashMap<>();
		properties.put("redis-queue.key-prefix", KEY_PREFIX);
		properties.put("redis-queue.listener.concurrency", Integer.toString(settings.concurrency()));
		properties.put("redis-queue.queues." + name + ".type", text(type));
		if (settings.shards() != null) {
			properties.put("redis-queue.queues." + name + ".shards", settings.shards().toString());
		}
		// What is of interest is printed.
		properties.put("logging.level.root", "WARN");
		properties.put("logging.level.io.lettuce.core.RedisChannelHandler", "ERROR");
		// Peers may bring a pool, which would be switched on for this application too.
		properties.put("spring.data.redis.lettuce.pool.enabled", "false");
		return properties;
	}

	/** The properties of an application whose jobs may have a group. */
	public static Map<String, String> groups(int maxConcurrent) {
		String groups = "redis-queue.queues." + QUEUE + ".groups.";
		return Map.of(groups + "enabled", "true", groups + "max-concurrent", Integer.toString(maxConcurrent));
	}

	/** The name of a type in properties and reports. */
	public static String text(QueueType type) {
		return type.name().toLowerCase(Locale.ROOT);
	}

	public LoadApplication with(Sender other) {
		return new LoadApplication(this.context, other);
	}

	/**
	 * Prepares the listener for jobs whose handlers do nothing.
	 * @param jobs the number of jobs, which have the numbers from 0 on
	 */
	public Work expect(int jobs) {
		Work work = new Work(jobs);
		expect(work);
		return work;
	}

	@Override
	public void expect(Work work) {
		this.context.getBean(Handling.class).expect(work);
	}

	@Override
	public void send(int number) {
		this.sender.oneByOne(number, 1, null);
	}

	@Override
	public void sendAll(int first, int jobs) {
		this.sender.inBatches(first, jobs);
	}

	/** The sender of jobs to the queue. */
	public Sender sender() {
		return this.sender;
	}

	@Override
	public void listen() {
		listener().start();
	}

	@Override
	public void rest() {
		listener().stop();
	}

	private QueueListenerContainer listener() {
		return this.context.getBean(QueueListenerRegistry.class).get(QUEUE);
	}

	@Override
	public @Nullable Histogram waits() {
		ListenerWaits waits = this.context.getBeanProvider(ListenerWaits.class).getIfAvailable();
		return (waits != null) ? waits.take() : null;
	}

	public WorkerQueue queue() {
		return this.context.getBean(WorkQueues.class).forWorker(QUEUE);
	}

	@Override
	public void awaitSettled() {
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

	@EnableAutoConfiguration
	static class Application {

		@Bean
		Handling handling() {
			return new Handling();
		}

	}

	/**
	 * Handles jobs with a JSON payload.
	 */
	record JsonListener(Handling handling) {

		@QueueListener(value = QUEUE, id = QUEUE, autoStartup = "false")
		void handle(Load load) throws InterruptedException {
			this.handling.handle(load.number(), load.sent());
		}

	}

	/**
	 * Records how long jobs wait in a listener: the time from the call that leased a job
	 * to the begin of its handler. The lease tells when that was, as long as no heartbeat
	 * has extended it. Thread-safe.
	 */
	static final class ListenerWaits implements HandlerInterceptor {

		private final Recorder nanos = new Recorder(3);

		private volatile long leaseNanos;

		/** Begins to record the jobs of an application. */
		void follow(LoadApplication application) {
			this.leaseNanos = application.queue().async().leaseTime().toNanos();
		}

		@Override
		public void around(Lease lease, Call call) throws Exception {
			long leased = lease.deadline() - this.leaseNanos;
			this.nanos.recordValue(Math.max(0, System.nanoTime() - leased));
			call.proceed();
		}

		/** The waits since the last call, in ns. */
		Histogram take() {
			return this.nanos.getIntervalHistogram();
		}

	}

}
