package io.github.redisqueue.samples.reliability.campaign;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.github.redisqueue.samples.process.Program;
import io.github.redisqueue.samples.reliability.campaign.WorkerProcess.Build;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryFiles;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a stage, each with connections of its own. Not thread-safe.
 */
final class Workers implements AutoCloseable {

	/** How often poison may end workers that start, one after the other. */
	private static final int MAX_STARTS = 100;

	private final Servers servers;

	private final Path logs;

	private final Build current = new Build(Program.current());

	private final Build previous;

	private final Map<String, WorkerProcess> processes = new LinkedHashMap<>();

	private Path histories;

	private @Nullable HistoryWriter watcher;

	Workers(Servers servers, Path directory, @Nullable Path previous) {
		this.servers = servers;
		this.previous = (previous != null) ? new Build(Program.previous(previous)) : this.current;
		this.logs = directory;
		this.histories = directory;
	}

	void start() throws InterruptedException {
		this.servers.processes().forEach((name) -> launch(name, this.current));
		awaitAll();
	}

	private void launch(String name, Build build) {
		Map<String, String> properties = CampaignQueues.properties();
		properties.putAll(this.servers.connection(name));
		long start = Clock.now();
		WorkerProcess process = new WorkerProcess(name, build, history(name), this.logs.resolve(name + ".log"),
				properties, () -> record("start-of-worker", name, start));
		process.onExit(() -> record("end-of-worker", name, Clock.now()));
		this.processes.put(name, process);
	}

	/**
	 * Whatever ended a worker, its jobs come back. One that has just started may be too
	 * slow for its leases. A cleaner has no jobs.
	 */
	private synchronized void record(String what, String name, long start) {
		if (this.watcher != null && Servers.WORKERS.contains(name)) {
			this.watcher.write(Operation.FAULT, Subject.ALL, start, Outcome.OK,
					Map.of("fault", what, "effects", List.of("repeats"), "repeatsOf", List.of(name), "consequence", 1));
		}
	}

	synchronized void watch(@Nullable HistoryWriter history) {
		this.watcher = history;
	}

	private Path history(String name) {
		return this.histories.resolve(name + HistoryFiles.SUFFIX);
	}

	/**
	 * Waits until all workers are ready. Poison may end a worker as soon as it has
	 * started, so that it has to start again. A worker that cannot start at all is an
	 * error.
	 */
	void awaitAll() throws InterruptedException {
		for (int starts = 0; !all().stream().allMatch(WorkerProcess::isReady); starts++) {
			if (starts > MAX_STARTS) {
				throw new IllegalStateException(
						"Workers ended " + MAX_STARTS + " times while they started. Their logs are in " + this.logs);
			}
			restartEnded();
			for (WorkerProcess process : all()) {
				process.awaitReady();
			}
		}
	}

	/** Lets all histories go on in a directory. Starts workers that do not run. */
	void continueIn(Path directory) throws InterruptedException {
		this.histories = directory;
		for (WorkerProcess process : all()) {
			if (process.isReady()) {
				process.continueIn(history(process.name()));
			}
			else {
				restart(process);
			}
		}
		awaitAll();
	}

	/**
	 * Starts a worker again, which is killed if it runs. Does not wait until it is ready.
	 */
	void restart(WorkerProcess process) {
		restart(process, process.build());
	}

	void restart(WorkerProcess process, Build build) {
		process.kill();
		launch(process.name(), build);
	}

	void replace(WorkerProcess process, Build build) throws InterruptedException {
		process.terminate();
		restart(process, build);
	}

	Build current() {
		return this.current;
	}

	/** The version to mix in, the current one if there is no other. */
	Build previous() {
		return this.previous;
	}

	void restartEnded() {
		all().stream().filter((process) -> !process.isAlive()).forEach(this::restart);
	}

	void restartAll() {
		all().forEach(this::restart);
	}

	/**
	 * Whether an instance with other settings for all queues starts, rather than ends by
	 * itself.
	 */
	boolean startsStranger() throws InterruptedException {
		Map<String, String> properties = CampaignQueues.otherProperties();
		properties.putAll(this.servers.connection(Servers.CAMPAIGN));
		// Beside the histories of cells: none of its jobs counts.
		WorkerProcess stranger = new WorkerProcess("stranger", this.current,
				this.logs.resolve("stranger" + HistoryFiles.SUFFIX), this.logs.resolve("stranger.log"), properties,
				() -> {
				});
		stranger.awaitReady();
		boolean started = stranger.isReady();
		stranger.kill();
		return started;
	}

	/** A process, which may have ended. */
	WorkerProcess named(String name) {
		return this.processes.get(name);
	}

	WorkerProcess any(Random random) throws InterruptedException {
		List<WorkerProcess> ready = Servers.WORKERS.stream().map(this::named).filter(WorkerProcess::isReady).toList();
		if (ready.isEmpty()) {
			awaitAll();
			return any(random);
		}
		return ready.get(random.nextInt(ready.size()));
	}

	/** All of them, also those that have ended. */
	List<WorkerProcess> all() {
		return List.copyOf(this.processes.values());
	}

	@Override
	public void close() {
		all().forEach(WorkerProcess::kill);
	}

}
