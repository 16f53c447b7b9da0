package io.github.redisqueue.samples.reliability.stage;

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
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryFiles;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.github.redisqueue.samples.reliability.worker.StallWatch;

import org.springframework.dao.DataAccessException;

/**
 * One cell on a stage: its queues under load, and its histories in a directory of their
 * own. Not thread-safe.
 */
public final class Scene {

	private static final Duration DRAIN = Duration.ofMinutes(3);

	private static final Duration CLEANING = Duration.ofSeconds(10);

	private static final long PAUSE_MILLIS = 100;

	private final Stage stage;

	private final List<String> queues;

	private final HistoryWriter history;

	private final Sender sender;

	private final List<Load> load;

	private final CountSampler counts;

	private final StallWatch stalls;

	/**
	 * Begins a cell.
	 * @param stage the stage
	 * @param queues the names of the queues that get jobs
	 * @param name the name of the cell, with which all ids begin
	 * @param directory the directory for the histories
	 * @param seed decides on the jobs
	 * @throws InterruptedException if the thread is interrupted
	 */
	public Scene(Stage stage, List<String> queues, String name, Path directory, long seed) throws InterruptedException {
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
		this.sender = new Sender(stage.client(), this.history, name);
		this.load = new Random(seed).longs(Load.THREADS).mapToObj((own) -> new Load(this.sender, queues, own)).toList();
		this.counts = new CountSampler(stage.client().queues(), queues, this.history);
	}

	private static long micros(Duration duration) {
		return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
	}

	/**
	 * The stage.
	 * @return the stage
	 */
	public Stage stage() {
		return this.stage;
	}

	/**
	 * The queues that get jobs.
	 * @return their names
	 */
	public List<String> queues() {
		return this.queues;
	}

	/**
	 * Sends further jobs.
	 * @return the sender
	 */
	public Sender sender() {
		return this.sender;
	}

	/**
	 * The history of the campaign itself.
	 * @return the history
	 */
	public HistoryWriter history() {
		return this.history;
	}

	/**
	 * Looks for leased jobs without holders, while the workers work.
	 * @throws InterruptedException if the thread is interrupted
	 */
	public void lookForHolders() throws InterruptedException {
		Holders holders = new Holders(this.stage.client().redis(), this.history);
		for (String queue : this.queues) {
			holders.look(queue(queue));
		}
	}

	/**
	 * Pauses all schedules, and writes what has become of their firings.
	 * @throws InterruptedException if the thread is interrupted
	 */
	public void endSchedules() throws InterruptedException {
		ScheduleEnd end = new ScheduleEnd(this.history);
		for (String queue : this.queues) {
			end.pauseAll(queue(queue));
		}
	}

	/**
	 * Ends the load, waits until the queues are drained, and writes what is left.
	 * @throws InterruptedException if the thread is interrupted
	 */
	public void drain() throws InterruptedException {
		stopLoad();
		this.counts.stop();
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

	private void stopLoad() throws InterruptedException {
		this.load.forEach(Load::stop);
		for (Load thread : this.load) {
			thread.awaitEnd();
		}
	}

	private long left(String queue) {
		try {
			QueueCounts counts = queue(queue).counts();
			return counts.ready() + counts.delayed() + counts.leased();
		}
		catch (DataAccessException ex) {
			return Long.MAX_VALUE;
		}
	}

	private WorkerQueue queue(String name) {
		return this.stage.client().queues().forWorker(name);
	}

	/**
	 * What cleanings remove is no leftover. Dead letters are purged for the next cell.
	 */
	private void writeRest(String queue, long left) throws InterruptedException {
		long start = Clock.now();
		this.sender.recordDeadLetters(queue);
		queue(queue).deadLetters().purgeAll();
		List<String> keys = Keys.lasting(this.stage.servers(), queue);
		long end = System.nanoTime() + CLEANING.toNanos();
		while (!keys.stream().allMatch(Scene::maySurelyStay) && System.nanoTime() < end) {
			queue(queue).clean(CleanDepth.DEEP);
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

	/**
	 * Ends the cell.
	 * @throws InterruptedException if the thread is interrupted
	 */
	public void end() throws InterruptedException {
		stopLoad();
		this.counts.stop();
		this.stalls.stop();
		this.stage.workers().watch(null);
		this.history.close();
	}

}
