package io.github.redisqueue.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.scheduling.SchedulePlanner;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;

/**
 * What a test does to the data of queues that an application does not do, with scripts of
 * its own. Thread-safe.
 */
final class QueueData {

	private static final int PAGE = 500;

	/** The clock of this machine may be ahead of that of Redis. */
	private static final Duration LEAST = Duration.ofSeconds(1);

	private static final Map<QueueType, Script> ADVANCE = load("advance_");

	private static final Map<QueueType, Script> PURGE = load("purge_");

	private final WorkQueues queues;

	private final QueuePropertiesMapper properties;

	private final ScriptRunner scripts;

	private final QueueListenerRegistry listeners;

	private final SchedulePlanner planner;

	/** The queues as a worker uses them that crashes. */
	private final Map<String, WorkerQueue> crashing = new ConcurrentHashMap<>();

	/** The leases of these workers, also those that have expired. */
	private final Map<String, List<CrashedLease>> crashed = new ConcurrentHashMap<>();

	QueueData(WorkQueues queues, QueuePropertiesMapper properties, ScriptRunner scripts,
			QueueListenerRegistry listeners, SchedulePlanner planner) {
		this.queues = queues;
		this.properties = properties;
		this.scripts = scripts;
		this.listeners = listeners;
		this.planner = planner;
	}

	private static Map<QueueType, Script> load(String prefix) {
		return Arrays.stream(QueueType.values())
			.collect(Collectors.toMap(Function.identity(),
					(type) -> Script.load("testing/" + prefix + type.name().toLowerCase(Locale.ROOT))));
	}

	/**
	 * In how long the last of the delayed jobs is due, or for how long groups may keep
	 * places for holders of cancelled jobs. Positive.
	 */
	Duration untilLastDelayed(String queue) {
		List<Instant> times = new ArrayList<>();
		String cursor = null;
		do {
			JobPage page = this.queues.get(queue).browse(JobState.DELAYED, cursor, PAGE);
			page.jobs().stream().map(JobStatus::readyAt).filter(Objects::nonNull).forEach(times::add);
			cursor = page.cursor();
		}
		while (cursor != null);
		return times.stream()
			.max(Comparator.naturalOrder())
			.map((last) -> Duration.between(Instant.now(), last))
			.map((time) -> (time.compareTo(LEAST) > 0) ? time : LEAST)
			.orElseGet(() -> this.properties.queue(queue).leaseTime());
	}

	/**
	 * Moves all times in the data of a queue back.
	 * @param time how far, positive
	 * @param schedules whether also those of schedules
	 */
	void advance(String queue, Duration time, boolean schedules) {
		if (schedules) {
			// The application may not have declared its schedules yet.
			this.planner.planAnew(queue);
		}
		long now = System.nanoTime();
		List<CrashedLease> ending = this.crashed.getOrDefault(queue, List.of())
			.stream()
			.filter((lease) -> lease.deadline() - now > 0)
			.toList();
		String worker = isServed(queue) ? this.properties.queue(queue).worker() : "";
		run(ADVANCE, queue, (call, keys) -> {
			call.argument(time.toMillis()).argument(worker).argument(schedules ? 1 : 0);
			addKeys(call, keys);
			ending.forEach((lease) -> call.argument(lease.id()));
		});
		this.crashed.computeIfPresent(queue,
				(name, leases) -> leases.stream()
					.map((lease) -> new CrashedLease(lease.id(), lease.deadline() - time.toNanos()))
					.toList());
		this.queues.forWorker(queue).clean(CleanDepth.LIGHT);
		if (schedules) {
			this.queues.get(queue).schedules().plan();
		}
	}

	/** Leases jobs for another worker, which never extends or settles them. */
	List<Lease> leaseAndCrash(String queue, int max) {
		List<Lease> leases = this.crashing.computeIfAbsent(queue, this::crashing).lease(max).leases();
		this.crashed.merge(queue,
				leases.stream().map((lease) -> new CrashedLease(lease.id(), lease.deadline())).toList(),
				(before, more) -> Stream.concat(before.stream(), more.stream()).toList());
		return leases;
	}

	private WorkerQueue crashing(String queue) {
		QueueSettings own = this.properties.queue(queue);
		QueueSettings settings = new QueueSettings("crashed-beside-" + own.worker(), own.leaseTime(), own.maxRetries(),
				own.maxCrashes(), own.maxDeadLetters(), own.maxDeadLetterAge(), own.dedupWindow(), own.rateLimit(),
				own.maxLeased(), own.groups(), own.history());
		return new ShardedQueue(this.properties.type(queue), this.properties.shards(queue), this.properties.keys(queue),
				settings, this.scripts);
	}

	/**
	 * Deletes jobs, dead letters and schedules while no listener of the application runs,
	 * and declares the schedules of the application anew.
	 */
	void purge(List<String> names) {
		boolean running = this.listeners.isRunning();
		if (running) {
			this.listeners.stop();
		}
		try {
			for (String queue : names) {
				this.crashed.remove(queue);
				run(PURGE, queue, this::addKeys);
			}
			names.forEach(this.planner::planAnew);
		}
		finally {
			if (running) {
				this.listeners.start();
			}
		}
	}

	/** Whether the application handles or forwards the jobs of a queue. */
	boolean isServed(String queue) {
		return this.listeners.of(queue).stream().anyMatch(QueueListenerContainer::isRunning);
	}

	/** Runs a script on a queue without shards, or on each of its shards. */
	private void run(Map<QueueType, Script> scripts, String queue, BiConsumer<Call, QueueKeys> arguments) {
		QueueType type = this.properties.type(queue);
		Script script = Objects.requireNonNull(scripts.get(type));
		for (QueueKeys keys : ShardedQueue.keys(this.properties.keys(queue), this.properties.shards(queue))) {
			Call call = ShardedQueue.algorithm(type, keys, this.properties.queue(queue), this.scripts, () -> null)
				.call();
			arguments.accept(call, keys);
			this.scripts.run(script, call);
		}
	}

	/** The pattern of all keys of a shard, and what of it belongs to other queues. */
	private void addKeys(Call call, QueueKeys keys) {
		List<String> others = this.queues.all()
			.stream()
			.map(WorkQueue::name)
			.flatMap((name) -> ShardedQueue.keys(this.properties.keys(name), this.properties.shards(name)).stream())
			.map((other) -> other.key(""))
			.filter((prefix) -> prefix.length() > keys.key("").length() && prefix.startsWith(keys.key("")))
			.toList();
		call.argument(keys.pattern("")).argument(others.size());
		others.forEach(call::argument);
	}

	/** A lease that nobody extends, and its end in terms of {@link System#nanoTime()}. */
	private record CrashedLease(String id, long deadline) {

	}

}
