package io.github.redisqueue.samples.reliability.campaign;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.github.redisqueue.samples.process.Program;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryFiles;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
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

	private final WorkerBuild current = new WorkerBuild(Program.current());

	private final WorkerBuild previous;

	private final Map<String, WorkerProcess> processes = new LinkedHashMap<>();

	private Path histories;

	private @Nullable HistoryWriter watcher;

	/**
	 * Prepares workers.
	 * @param directory for logs, and for histories at first
	 * @param previous the executable jar of another version, if there is one
	 */
	Workers(Servers servers, Path directory, @Nullable Path previous) {
		this.servers = servers;
		this.previous = (previous != null) ? new WorkerBuild(Program.previous(previous)) : this.current;
		this.logs = directory;
		this.histories = directory;
	}

	/** Starts as many workers as clients can be told apart. */
	void start(Path histories) throws InterruptedException {
		this.histories = histories;
		this.servers.processes().forEach((name) -> launch(name, this.current));
		awaitAll();
	}

	private void launch(String name, WorkerBuild build) {
		Map<String, String> properties = new LinkedHashMap<>(CampaignQueues.properties());
		properties.putAll(this.servers.connection(name));
		long start = Clock.now();
		WorkerProcess process = WorkerProcess.start(name, build, history(name), this.logs.resolve(name + ".log"),
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

	/** Writes into a history from now on when a worker starts or ends. */
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
		for (int starts = 0; !this.processes.values().stream().allMatch(WorkerProcess::isReady); starts++) {
			if (starts > MAX_STARTS) {
				throw new IllegalStateException(
						"Workers ended " + MAX_STARTS + " times while they started. Their logs are in " + this.logs);
			}
			restartEnded();
			for (WorkerProcess process : this.processes.values()) {
				process.awaitReady();
			}
		}
	}

	/** Lets all histories go on in a directory. Starts workers that do not run. */
	void continueIn(Path directory) throws InterruptedException {
		this.histories = directory;
		for (WorkerProcess process : List.copyOf(this.processes.values())) {
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
	 * Starts a worker again under its name, and does not wait until it is ready.
	 * @param process the worker, which is killed if it runs
	 */
	void restart(WorkerProcess process) throws InterruptedException {
		restart(process, process.build());
	}

	/**
	 * Starts a worker again under its name, and does not wait until it is ready.
	 * @param process the worker, which is killed if it runs
	 */
	void restart(WorkerProcess process, WorkerBuild build) throws InterruptedException {
		process.kill();
		launch(process.name(), build);
	}

	WorkerBuild current() {
		return this.current;
	}

	/**
	 * The version to mix in.
	 * @return the other version, the current one if there is no other
	 */
	WorkerBuild previous() {
		return this.previous;
	}

	/** Starts all workers again that have ended. */
	void restartEnded() throws InterruptedException {
		for (WorkerProcess process : List.copyOf(this.processes.values())) {
			if (!process.isAlive()) {
				restart(process);
			}
		}
	}

	/** Kills all workers, and starts them again. */
	void restartAll() throws InterruptedException {
		for (WorkerProcess process : List.copyOf(this.processes.values())) {
			restart(process);
		}
	}

	/**
	 * Starts an instance with other settings for all queues, and ends it.
	 * @return whether it has started, rather than ended by itself
	 */
	boolean startsStranger() throws InterruptedException {
		Map<String, String> properties = new LinkedHashMap<>(CampaignQueues.otherProperties());
		properties.putAll(this.servers.connection(Servers.CAMPAIGN));
		// Beside the histories of cells: none of its jobs counts.
		WorkerProcess stranger = WorkerProcess.start("stranger", this.current,
				this.logs.resolve("stranger" + HistoryFiles.SUFFIX), this.logs.resolve("stranger.log"), properties,
				() -> {
				});
		stranger.awaitReady();
		boolean started = stranger.isReady();
		stranger.kill();
		return started;
	}

	/**
	 * Finds a process.
	 * @return the process, which may have ended
	 */
	WorkerProcess named(String name) {
		return this.processes.get(name);
	}

	/** Chooses a worker that runs and handles jobs. */
	WorkerProcess any(Random random) throws InterruptedException {
		List<WorkerProcess> ready = new ArrayList<>(
				Servers.WORKERS.stream().map(this::named).filter(WorkerProcess::isReady).toList());
		if (ready.isEmpty()) {
			awaitAll();
			return any(random);
		}
		return ready.get(random.nextInt(ready.size()));
	}

	/**
	 * All workers.
	 * @return the workers, also those that have ended
	 */
	List<WorkerProcess> all() {
		return List.copyOf(this.processes.values());
	}

	@Override
	public void close() {
		for (WorkerProcess process : this.processes.values()) {
			try {
				process.kill();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
