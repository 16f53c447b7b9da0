package io.github.redisqueue.samples.reliability.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryFiles;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.github.redisqueue.samples.reliability.worker.StallWatch;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * One cell on a stage: its queues under load, and its histories in a directory of their
 * own. Not thread-safe.
 */
final class Scene {

	private static final Duration DRAIN = Duration.ofMinutes(3);

	private static final Duration CLEANING = Duration.ofSeconds(10);

	private static final long PAUSE_MILLIS = 100;

	private final Stage stage;

	private final List<String> queues;

	private final HistoryWriter history;

	private final Sender sender;

	private final List<Load> load;

	private final Thread counts = new Thread(this::count, "counts");

	private volatile boolean ended;

	private final StallWatch stalls;

	/**
	 * Begins a cell.
	 * @param name the name of the cell, with which all ids begin
	 */
	Scene(Stage stage, List<String> queues, String name, Path directory, long seed) throws InterruptedException {
		this.stage = stage;
		this.queues = queues;
		try {
			Files.createDirectories(directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		stage.workers().continueIn(directory);
		this.history = new HistoryWriter(Servers.CAMPAIGN, directory.resolve(HistoryFiles.CAMPAIGN));
		this.history.happened(Operation.CELL, Subject.ALL, Outcome.OK,
				Map.of("leaseTime", micros(stage.servers().leaseTime()), "cleanInterval", 200_000, "retryDelay",
						250_000, "callTimeout", micros(stage.servers().callTimeout()), "seed", seed));
		this.stalls = new StallWatch(this.history);
		stage.workers().watch(this.history);
		this.sender = new Sender(stage, this.history, name);
		this.load = new Random(seed).longs(Load.THREADS).mapToObj((own) -> new Load(this.sender, queues, own)).toList();
		this.counts.setDaemon(true);
		this.counts.start();
	}

	private static long micros(Duration duration) {
		return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
	}

	Stage stage() {
		return this.stage;
	}

	/** The server of faults that need only one. */
	StandaloneServer server() {
		return this.stage.servers(StandaloneServer.class);
	}

	List<String> queues() {
		return this.queues;
	}

	/** Sends further jobs. */
	Sender sender() {
		return this.sender;
	}

	HistoryWriter history() {
		return this.history;
	}

	/** Looks for leased jobs without holders, while the workers work. */
	void lookForHolders() throws InterruptedException {
		Holders holders = new Holders(this.stage.bean(StringRedisTemplate.class), this.history);
		for (String queue : this.queues) {
			holders.look(this.stage.queue(queue));
		}
	}

	/** Ends the load, waits until the queues are drained, and writes what is left. */
	void drain() throws InterruptedException {
		stopLoad();
		List<String> drained = new ArrayList<>(this.queues);
		drained.add(CampaignQueues.JSON);
		long end = System.nanoTime() + DRAIN.toNanos();
		for (String queue : drained) {
			long left = left(queue);
			while (left > 0 && System.nanoTime() < end) {
				this.stage.workers().restartEnded();
				TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
				left = left(queue);
			}
			writeRest(queue, left);
		}
		Keys.deleteLeftovers(this.stage.servers());
	}

	/** Counts the jobs of all queues again and again. */
	private void count() {
		try {
			while (!this.ended) {
				for (String name : this.queues) {
					count(name);
					TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void count(String name) {
		long start = Clock.now();
		try {
			QueueCounts counts = this.stage.queue(name).counts();
			this.history.write(Operation.COUNTS, Subject.queue(name), start, Outcome.OK, Map.of("ready", counts.ready(),
					"delayed", counts.delayed(), "leased", counts.leased(), "dead", counts.dead()));
		}
		catch (DataAccessException ex) {
			this.history.write(Operation.COUNTS, Subject.queue(name), start, Outcome.UNKNOWN, Map.of());
		}
	}

	/** Ends all that goes on beside the strikes. */
	private void stopLoad() throws InterruptedException {
		this.ended = true;
		this.load.forEach(Load::stop);
		for (Load thread : this.load) {
			thread.awaitEnd();
		}
		this.counts.join();
	}

	private long left(String queue) {
		try {
			QueueCounts counts = this.stage.queue(queue).counts();
			return counts.ready() + counts.delayed() + counts.leased();
		}
		catch (DataAccessException ex) {
			return Long.MAX_VALUE;
		}
	}

	/**
	 * What cleanings remove is no leftover. Dead letters are purged for the next cell.
	 */
	private void writeRest(String queue, long left) throws InterruptedException {
		long start = Clock.now();
		this.sender.recordDeadLetters(queue);
		this.stage.queue(queue).deadLetters().purgeAll();
		List<String> keys = Keys.lasting(this.stage.servers(), queue);
		long end = System.nanoTime() + CLEANING.toNanos();
		while (!keys.stream().allMatch(Scene::maySurelyStay) && System.nanoTime() < end) {
			this.stage.queue(queue).clean(CleanDepth.DEEP);
			TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
			keys = Keys.lasting(this.stage.servers(), queue);
		}
		this.history.write(Operation.DRAINED, Subject.queue(queue), start, Outcome.OK,
				Map.of("left", left, "keys", keys));
	}

	/** Whether waiting for a cleaning is in vain. The checker judges what is left. */
	private static boolean maySurelyStay(String key) {
		return List.of("token", "type", "shards", "stream", "schedules", "plans", "firings", "planning", "declared")
			.contains(key);
	}

	/** Ends the cell. */
	void end() throws InterruptedException {
		stopLoad();
		this.stalls.stop();
		this.stage.workers().watch(null);
		this.history.close();
	}

}
