package io.github.redisqueue.samples.benchmark.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.samples.benchmark.load.Payloads.Load;
import io.github.redisqueue.samples.benchmark.load.Plan.LoadSettings;
import io.github.redisqueue.samples.process.Program;
import io.github.redisqueue.template.QueueOperations;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

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

	private LoadApplication(ConfigurableApplicationContext context, LoadSettings settings,
			@Nullable IntFunction<String> groups) {
		this.context = context;
		this.sender = new Sender(context.getBean(QueueOperations.class), new Payloads(settings.payloadSize()),
				settings.batch(), groups);
	}

	/**
	 * Starts an application, which records how long jobs wait in its listener if their
	 * handlers take time. The properties of the plan override the further ones.
	 */
	public static LoadApplication start(QueueType type, Plan plan, Map<String, String> more, Handling handling) {
		Map<String, String> all = queue(QUEUE, text(type), plan.load());
		all.put("spring.data.redis.url", plan.redis());
		all.put("spring.threads.virtual.enabled", Boolean.toString(plan.row().virtual()));
		all.putAll((plan.groups() > 0) ? groups(1) : Map.of());
		all.putAll(more);
		all.putAll(plan.properties());
		List<Class<?>> beans = new ArrayList<>(List.of(JsonListener.class));
		boolean waits = !plan.row().time().isZero();
		if (waits) {
			beans.add(ListenerWaits.class);
		}
		ConfigurableApplicationContext context = run(all, handling, beans.toArray(Class<?>[]::new));
		LoadApplication application = new LoadApplication(context, plan.load(),
				(plan.groups() > 0) ? (number) -> "group-" + number % plan.groups() : null);
		if (waits) {
			context.getBean(ListenerWaits.class).follow(application);
		}
		return application;
	}

	/** Starts an application whose listeners, if there are any, pass on their jobs. */
	public static ConfigurableApplicationContext run(Map<String, String> properties, Handling handling,
			Class<?>... beans) {
		return new SpringApplicationBuilder(Application.class).sources(beans)
			.initializers((context) -> context.getBeanFactory().registerSingleton("handling", handling))
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false)
			.run(Program.arguments(properties));
	}

	public static Map<String, String> queue(String name, String type, LoadSettings settings) {
		Map<String, String> properties = new LinkedHashMap<>();
		properties.put("redis-queue.key-prefix", KEY_PREFIX);
		properties.put("redis-queue.listener.concurrency", Integer.toString(settings.concurrency()));
		properties.put("redis-queue.queues." + name + ".type", type);
		if (settings.shards() != null) {
			properties.put("redis-queue.queues." + name + ".shards", settings.shards().toString());
		}
		// What is of interest is printed.
		properties.put("logging.level.root", "WARN");
		properties.put("logging.level.io.lettuce.core.RedisChannelHandler", "ERROR");
		return properties;
	}

	/** The properties of an application whose jobs may have a group. */
	public static Map<String, String> groups(int maxConcurrent) {
		String groups = "redis-queue.queues." + QUEUE + ".groups.";
		return Map.of(groups + "enabled", "true", groups + "max-concurrent", Integer.toString(maxConcurrent));
	}

	public static String text(QueueType type) {
		return type.name().toLowerCase(Locale.ROOT);
	}

	/** Prepares the listener for jobs from 0 on, whose handlers do nothing. */
	public Work expect(int jobs) {
		Work work = new Work(jobs);
		expect(work);
		return work;
	}

	public void expect(Work work) {
		this.context.getBean(Handling.class).expect(work);
	}

	@Override
	public void send(int number) {
		this.sender.oneByOne(number, 1);
	}

	@Override
	public void sendAll(int first, int jobs) {
		this.sender.inBatches(first, jobs);
	}

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

	}

	/** Handles jobs with a JSON payload. */
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

		void follow(LoadApplication application) {
			this.leaseNanos = application.queue().async().leaseTime().toNanos();
		}

		@Override
		public void around(Lease lease, Call call) throws Exception {
			long leased = lease.deadline() - this.leaseNanos;
			this.nanos.recordValue(Math.max(0, System.nanoTime() - leased));
			call.proceed();
		}

		Histogram take() {
			return this.nanos.getIntervalHistogram();
		}

	}

}
