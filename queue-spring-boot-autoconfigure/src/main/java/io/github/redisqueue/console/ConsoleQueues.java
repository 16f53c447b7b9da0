package io.github.redisqueue.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.admin.Admission;
import io.github.redisqueue.admin.Caller;
import io.github.redisqueue.admin.Entries;
import io.github.redisqueue.admin.QueueAdmin;
import io.github.redisqueue.listener.ListenerStatus;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.micrometer.observation.ObservationRegistry;

/**
 * The queues of the application, as the console shows them: what {@link QueueAdmin}
 * tells, with the past. All browsers share what was read from Redis. Thread-safe.
 */
public final class ConsoleQueues implements AutoCloseable {

	/** Groups are made of thousands of dead letters. */
	private static final Duration GROUPS_AGE = Duration.ofSeconds(10);

	/** Not over the web: who waits is admitted here, together with others. */
	private static final Caller CONSOLE = Caller.unknown(false);

	final QueueAdmin admin;

	private final QueueListenerRegistry listeners;

	private final QueueSampler sampler;

	/** Whoever comes while something is read waits for that, too. */
	private final Admission admission = Admission.brief();

	/** What {@link QueueAdmin#queue} tells of single queues. */
	private final SharedReads details;

	private final SharedReads groups = new SharedReads(GROUPS_AGE);

	/**
	 * Creates an instance, which begins to count the queues.
	 * @param observations of what this instance does with jobs
	 * @param refresh for how long all browsers share what was read of a single queue, and
	 * how often queues are counted while somebody looks
	 */
	public ConsoleQueues(QueueAdmin admin, QueueListenerRegistry listeners, ObservationRegistry observations,
			Duration refresh) {
		this.admin = admin;
		this.listeners = listeners;
		this.sampler = new QueueSampler(() -> admin.queues(CONSOLE), new QueueActivity(observations), refresh);
		this.details = new SharedReads(refresh);
	}

	Map<String, Object> all() {
		QueueSampler.Sample sample = this.admission.execute(this.sampler::latest);
		List<Map<String, Object>> queues = new ArrayList<>();
		for (Map<String, Object> queue : sample.queues()) {
			String name = String.valueOf(queue.get("name"));
			Entries described = new Entries(queue).with("listeners", listenersOf(name));
			this.sampler.history(name)
				.ifPresent((history) -> described.with("rates", history.rates()).with("spark", history.spark()));
			queues.add(described);
		}
		return new Entries(sample.shown()).with("at", sample.at()).with("queues", queues);
	}

	private Map<String, Object> listenersOf(String queue) {
		List<ListenerStatus> all = this.listeners.of(queue).stream().map((listener) -> listener.status(queue)).toList();
		ListenerTrouble trouble = ListenerTrouble
			.longest(all.stream().flatMap((status) -> Stream.of(status.leasing(), status.threads())));
		ListenerTrouble busy = ListenerTrouble.longest(all.stream().map((status) -> status.work().busy()));
		return new Entries().with("count", all.size())
			.with("running", all.stream().filter(ListenerStatus::running).count())
			.with("handling", all.stream().mapToInt((status) -> status.work().handling()).sum())
			.with("trouble", (trouble != null) ? trouble.reason() : null)
			.with("handlersBusy", (busy != null) ? busy.since() : null);
	}

	Map<String, Object> one(String queue) {
		this.sampler.watch();
		Entries described = new Entries(
				this.admission.execute(() -> this.details.get(queue, () -> this.admin.queue(CONSOLE, queue))));
		this.sampler.history(queue)
			.ifPresent((history) -> described.with("rates", history.rates()).with("history", history.columns()));
		return described;
	}

	Map<String, Object> deadLetterGroups(String queue) {
		return this.admission.execute(() -> this.groups.get(queue, () -> this.admin.deadLetterGroups(CONSOLE, queue)));
	}

	/** Who has changed a queue is to see it, also if it is unknown what. */
	void forget(String queue) {
		this.details.forget(queue);
		this.groups.forget(queue);
		this.sampler.forget();
	}

	@Override
	public void close() {
		this.sampler.close();
	}

}
