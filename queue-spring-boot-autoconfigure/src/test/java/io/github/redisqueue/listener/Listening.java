package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

import io.github.redisqueue.Job;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.lettuce.LettuceBellReader;
import io.github.redisqueue.lettuce.LettuceEvaluator;
import io.github.redisqueue.listener.run.ListenerServices;
import io.github.redisqueue.listener.run.ListenerServices.HandlerExtensions;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.observation.QueueObservations;
import io.github.redisqueue.script.AsyncEvaluator;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.QueueFixture;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.test.util.ReflectionTestUtils;

/**
 * The listeners of a test, and all that they need. Closing it stops them.
 */
public final class Listening implements AutoCloseable {

	static final Duration LEASE_TIME = Duration.ofSeconds(10);

	public final RecordedEvents events = new RecordedEvents();

	final SimpleAsyncTaskExecutor handlers = new SimpleAsyncTaskExecutor("handler-");

	final ObservationRegistry observations = ObservationRegistry.create();

	/** How many bytes of payloads the listeners may hold before they lease no more. */
	long prefetchMemory = Long.MAX_VALUE;

	/** The time by which durations of handlers and of calls are measured. */
	public LongSupplier ticker = System::nanoTime;

	public final ApplicationThreads threads = new ApplicationThreads();

	private final LettuceConnectionFactory unshared;

	private final ScriptRunner scripts;

	private final List<QueueListenerContainer> containers = new ArrayList<>();

	private final RedisConnectionFactory connections;

	private final String keyPrefix;

	private final Bells bells;

	Listening(RedisConnectionFactory connections, String keyPrefix) {
		this(connections, keyPrefix, UnaryOperator.identity());
	}

	/** Listeners whose scripts may be watched as they are sent. */
	Listening(RedisConnectionFactory connections, String keyPrefix, UnaryOperator<AsyncEvaluator> watch) {
		this.connections = connections;
		this.keyPrefix = keyPrefix;
		this.unshared = unshared(connections);
		this.scripts = new ScriptRunner(connections,
				watch.apply(new LettuceEvaluator(connections, this.unshared, false, this.threads.connector())),
				this.threads.scheduler(), this.threads.connector(), Duration.ofSeconds(10));
		this.bells = new Bells(() -> new LettuceBellReader(this.unshared, this.threads.connector()), this.scripts,
				this.threads.scheduler(), keyPrefix, Duration.ofMillis(200));
		this.scripts.offerTo(this.bells::offer);
	}

	/**
	 * Connections to the same server. A factory shows no configuration but its own kinds.
	 */
	private static LettuceConnectionFactory unshared(RedisConnectionFactory connections) {
		LettuceConnectionFactory shared = (LettuceConnectionFactory) connections;
		RedisConfiguration server = (RedisConfiguration) ReflectionTestUtils.getField(shared, "configuration");
		LettuceConnectionFactory unshared = new LettuceConnectionFactory(Objects.requireNonNull(server),
				shared.getClientConfiguration());
		unshared.setShareNativeConnection(false);
		unshared.afterPropertiesSet();
		return unshared;
	}

	/** Settings of a listener that waits for nothing but the bell, unless changed. */
	public static ListenerSettings.Builder settings() {
		return settings(RetryPolicy.builder().delay(Duration.ofMillis(10)).build());
	}

	static ListenerSettings.Builder settings(RetryPolicy policy) {
		return ListenerSettings.builder()
			.concurrency(2)
			.prefetch(50)
			.pollInterval(Duration.ofMinutes(1))
			.shutdownTimeout(Duration.ofSeconds(2))
			.retry(new RetrySettings(policy, null, 100, null, null));
	}

	WorkerQueue queue(String name) {
		return queue(name, LEASE_TIME);
	}

	public WorkerQueue queue(String name, Duration leaseTime) {
		return queue(QueueType.LEASE, name, QueueSettings.of("worker-1", leaseTime));
	}

	WorkerQueue queue(QueueType type, String name, QueueSettings settings) {
		return QueueFixture.queue(type, keys(name), settings, this.scripts);
	}

	ScriptRunner scripts() {
		return this.scripts;
	}

	public QueueKeys keys(String queue) {
		return QueueKeys.of(this.keyPrefix, queue);
	}

	/** A listener, not started, that is stopped with the test. */
	QueueListenerContainer container(WorkerQueue queue, ListenerSettings settings, JobHandler handler) {
		return container(queue, settings, handler, this.handlers);
	}

	/** A listener whose handlers, which do nothing, run on an executor of the test. */
	QueueListenerContainer container(WorkerQueue queue, AsyncTaskExecutor handlers) {
		return container(queue, settings().build(), (lease) -> {
		}, handlers);
	}

	private QueueListenerContainer container(WorkerQueue queue, ListenerSettings settings, JobHandler handler,
			AsyncTaskExecutor handlers) {
		return container(List.of(served(queue, settings)), handler, handlers);
	}

	/** A queue as a listener that serves several has it, in a fixed order. */
	ListenerQueue served(WorkerQueue queue, ListenerSettings settings) {
		return new ListenerQueue(queue, this.bells.bell(queue.name()), settings, 0);
	}

	Bell bell(String queue) {
		return this.bells.bell(queue);
	}

	QueueListenerContainer container(List<ListenerQueue> queues, JobHandler handler) {
		return container(queues, handler, this.handlers);
	}

	private QueueListenerContainer container(List<ListenerQueue> queues, JobHandler handler,
			AsyncTaskExecutor handlers) {
		ListenerServices services = new ListenerServices(handlers, this.threads, this.events,
				new QueueObservations(this.observations, null, null), this.prefetchMemory, HandlerExtensions.NONE);
		services.ticker(this.ticker);
		QueueListenerContainer container = new QueueListenerContainer("listener-" + (this.containers.size() + 1),
				queues, handler, services);
		this.containers.add(container);
		return container;
	}

	public QueueListenerContainer start(WorkerQueue queue, ListenerSettings settings, JobHandler handler) {
		QueueListenerContainer container = container(queue, settings, handler);
		container.start();
		return container;
	}

	public QueueListenerContainer start(WorkerQueue queue, JobHandler handler) {
		return start(queue, settings().build(), handler);
	}

	public static List<Job> jobs(int count) {
		List<Job> jobs = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			jobs.add(Job.of("job-" + i, new byte[0]));
		}
		return jobs;
	}

	@Override
	public void close() {
		this.containers.forEach(QueueListenerContainer::stop);
		this.bells.close();
		this.threads.close();
		this.unshared.destroy();
	}

	/** Counts what happens. */
	public static final class RecordedEvents implements QueueEvents {

		final AtomicLong retried = new AtomicLong();

		final AtomicLong buried = new AtomicLong();

		public final AtomicLong lost = new AtomicLong();

		private final AtomicLong reclaimed = new AtomicLong();

		@Override
		public void happened(Kind kind, String queue, long jobs) {
			AtomicLong counter = switch (kind) {
				case RETRIED -> this.retried;
				case BURIED -> this.buried;
				case LOST -> this.lost;
				case RECLAIMED -> this.reclaimed;
			};
			counter.addAndGet(jobs);
		}

	}

}
