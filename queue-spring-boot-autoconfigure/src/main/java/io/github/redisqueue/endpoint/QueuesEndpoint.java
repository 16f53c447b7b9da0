package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.instance.Instance;
import io.github.redisqueue.listener.QueueListenerRegistry;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@link Endpoint} that shows the queues of the application.
 * {@link QueuesEndpointWebExtension} and {@link QueuesEndpointJmxExtension} add jobs,
 * dead letters, and what an operator can change. Thread-safe.
 */
@Endpoint(id = "queues")
public final class QueuesEndpoint {

	/**
	 * A search for dead letters ends before whoever waits for it is told that it fails.
	 */
	private static final Duration SEARCHING = QueueCalls.DEADLINE.minusSeconds(1);

	/** Somebody waits for the response to a redrive of all dead letters. */
	private static final Duration REDRIVING = Duration.ofSeconds(10);

	private final QueueReader reader;

	private final DeadLetterReader deadLetters;

	private final JobReader jobs;

	private final QueueWriter writer;

	/**
	 * Creates an endpoint.
	 * @param queues the queues of the application
	 * @param listeners its listeners
	 * @param configuration returns how the queue with a name is configured
	 * @param instances reads which instances of the application are alive
	 * @param cleaner cleans queues
	 * @param audit is told of all changes
	 */
	public QueuesEndpoint(WorkQueues queues, QueueListenerRegistry listeners,
			Function<String, QueueConfiguration> configuration, Supplier<List<Instance>> instances,
			QueueCleaner cleaner, Audit audit) {
		this.reader = new QueueReader(queues, listeners, configuration, instances);
		// Not the threads that count all queues: some of them may hang.
		QueueCalls calls = new QueueCalls(8, QueueCalls.DEADLINE);
		this.deadLetters = new DeadLetterReader(queues, calls, SEARCHING);
		this.jobs = new JobReader(queues, calls);
		this.writer = new QueueWriter(queues, calls, cleaner::clean, audit, this.deadLetters::search,
				new Redriving(REDRIVING));
	}

	/**
	 * All queues of the application, by name.
	 * @return their types, counts and obstacles, and the instances of the application
	 */
	@ReadOperation
	public Map<String, Object> queues() {
		return this.reader.all();
	}

	/**
	 * One queue.
	 * @param queue the name of the queue
	 * @return what {@link #queues()} tells of it, its limits, schedules, and the
	 * listeners of this instance
	 */
	@ReadOperation
	public Map<String, Object> queue(@Selector String queue) {
		return this.reader.one(queue);
	}

	DeadLetterReader deadLetters() {
		return this.deadLetters;
	}

	JobReader jobs() {
		return this.jobs;
	}

	QueueWriter writer() {
		return this.writer;
	}

}
