package io.github.redisqueue.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.scheduling.SchedulePlanner;
import io.github.redisqueue.script.Call;
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

	private final WorkQueues queues;

	private final QueuePropertiesMapper properties;

	private final ScriptRunner scripts;

	private final QueueListenerRegistry listeners;

	private final SchedulePlanner planner;

	/** The queues as a worker uses them that crashes. */
	private final Map<String, WorkerQueue> crashing = new ConcurrentHashMap<>();

	private final Map<String, CrashedLeases> crashed = new ConcurrentHashMap<>();

	/**
	 * Creates an instance.
	 * @param queues the queues of the application
	 * @param properties their properties
	 * @param scripts runs the scripts
	 * @param listeners the listeners of the application
	 * @param planner plans the schedules of the application
	 */
	QueueData(WorkQueues queues, QueuePropertiesMapper properties, ScriptRunner scripts,
			QueueListenerRegistry listeners, SchedulePlanner planner) {
		this.queues = queues;
		this.properties = properties;
		this.scripts = scripts;
		this.listeners = listeners;
		this.planner = planner;
	}

	/**
	 * Finds out when the last of the delayed jobs is due, or for how long groups may keep
	 * places for holders of cancelled jobs.
	 * @param queue the name of the queue
	 * @return in how long, positive
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
	 * @param queue the name of the queue
	 * @param time how far, positive
	 * @param schedules whether also those of schedules
	 */
	void advance(String queue, Duration time, boolean schedules) {
		if (schedules) {
			// The application may not have declared its schedules yet.
			this.planner.planAnew(queue);
		}
		CrashedLeases ending = this.crashed.getOrDefault(queue, CrashedLeases.NONE);
		String worker = isServed(queue) ? this.properties.queue(queue).worker() : "";
		for (TestedShard shard : shards(queue)) {
			Call call = shard.algorithm().call().argument(time.toMillis()).argument(worker).argument(schedules ? 1 : 0);
			addKeys(call, shard.keys());
			ending.ids().forEach(call::argument);
			this.scripts.run(shard.scripts().advance(), call);
		}
		ending.advance(time);
		this.queues.forWorker(queue).clean(CleanDepth.LIGHT);
		if (schedules) {
			this.queues.get(queue).schedules().plan();
		}
	}

	/**
	 * Leases jobs for another worker, which never extends or settles them.
	 * @param queue the name of the queue
	 * @param max how many jobs at most
	 * @return the leases
	 */
	List<Lease> leaseAndCrash(String queue, int max) {
		List<Lease> leases = this.crashing.computeIfAbsent(queue, this::crashing).lease(max).leases();
		this.crashed.computeIfAbsent(queue, (name) -> new CrashedLeases()).add(leases);
		return leases;
	}

	private WorkerQueue crashing(String queue) {
		QueueSettings own = this.properties.queue(queue);
		QueueSettings settings = QueueSettings.builder("crashed-beside-" + own.worker(), own.leaseTime())
			.maxRetries(own.maxRetries())
			.maxCrashes(own.maxCrashes())
			.maxDeadLetters(own.maxDeadLetters())
			.maxDeadLetterAge(own.maxDeadLetterAge())
			.dedupWindow(own.dedupWindow())
			.rateLimit(own.rateLimit())
			.maxLeased(own.maxLeased())
			.groups(own.groups())
			.history(own.history())
			.build();
		return new ShardedQueue(this.properties.type(queue), this.properties.shards(queue), this.properties.keys(queue),
				settings, this.scripts);
	}

	/**
	 * Deletes jobs, dead letters and schedules while no listener of the application runs,
	 * and declares the schedules of the application anew.
	 * @param names the names of the queues
	 */
	void purge(List<String> names) {
		boolean running = this.listeners.isRunning();
		if (running) {
			this.listeners.stop();
		}
		try {
			names.forEach(this::purge);
			names.forEach(this.planner::planAnew);
		}
		finally {
			if (running) {
				this.listeners.start();
			}
		}
	}

	private void purge(String queue) {
		this.crashed.remove(queue);
		for (TestedShard shard : shards(queue)) {
			Call call = shard.algorithm().call();
			addKeys(call, shard.keys());
			this.scripts.run(shard.scripts().purge(), call);
		}
	}

	/**
	 * Whether the application handles or forwards the jobs of a queue.
	 * @param queue the name of the queue
	 * @return whether a listener of the queue runs
	 */
	boolean isServed(String queue) {
		return this.listeners.all()
			.stream()
			.anyMatch((listener) -> listener.isRunning() && listener.queueNames().contains(queue));
	}

	private List<TestedShard> shards(String queue) {
		List<TestedShard> shards = new ArrayList<>();
		for (QueueKeys keys : ShardedQueue.keys(this.properties.keys(queue), this.properties.shards(queue))) {
			shards.add(TestedShard.of(this.properties.type(queue), keys, this.properties.queue(queue), this.scripts));
		}
		return shards;
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

}
