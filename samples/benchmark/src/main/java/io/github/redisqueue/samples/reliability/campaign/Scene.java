package io.github.redisqueue.samples.reliability.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.samples.process.Repetition;
import io.github.redisqueue.samples.reliability.campaign.Sender.Load;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryFiles;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.github.redisqueue.samples.reliability.worker.StallWatch;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * One cell on a stage: its queues under load, and its histories in a directory of their
 * own. Not thread-safe.
 */
record Scene(Stage stage, List<String> queues, Random random, HistoryWriter history, Sender sender,
		List<Repetition> load, Repetition stalls) {

	private static final Duration DRAIN = Duration.ofMinutes(3);

	private static final Duration CLEANING = Duration.ofSeconds(10);

	private static final int PAUSE_MILLIS = 100;

	/**
	 * Begins a cell, which writes histories in a directory, with whose name all ids
	 * begin.
	 */
	static Scene begin(Stage stage, List<String> queues, Path directory, long seed) throws InterruptedException {
		try {
			Files.createDirectories(directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		stage.workers().continueIn(directory);
		HistoryWriter history = new HistoryWriter(Servers.CAMPAIGN, directory.resolve(HistoryFiles.CAMPAIGN));
		history.happened(Operation.CELL, Subject.ALL, Outcome.OK,
				Map.of("leaseTime", Clock.micros(stage.servers().leaseTime()), "cleanInterval", 200_000, "retryDelay",
						250_000, "callTimeout", Clock.micros(stage.servers().callTimeout()), "seed", seed));
		Repetition stalls = new Repetition("stall-watch", new StallWatch(history));
		stage.workers().watch(history);
		Sender sender = new Sender(stage, history, directory.getFileName().toString());
		Scene scene = new Scene(stage, queues, new Random(seed), history, sender, new ArrayList<>(), stalls);
		new Random(seed).longs(Load.THREADS)
			.forEach((own) -> scene.load.add(new Repetition("load", new Load(sender, queues, own))));
		scene.load.add(new Repetition("counts", scene::countAll));
		return scene;
	}

	Workers workers() {
		return this.stage.workers();
	}

	/** The server of faults that need only one. */
	StandaloneServer server() {
		return (StandaloneServer) this.stage.servers();
	}

	String anyQueue() {
		return this.queues.get(this.random.nextInt(this.queues.size()));
	}

	WorkerProcess anyWorker() throws InterruptedException {
		return workers().any(this.random);
	}

	void pause(int millis, int upToMore) throws InterruptedException {
		TimeUnit.MILLISECONDS.sleep(millis + this.random.nextInt(upToMore));
	}

	/** Looks for leased jobs without holders, while the workers work. */
	void lookForHolders() throws InterruptedException {
		Holders holders = new Holders(this.stage.bean(StringRedisTemplate.class), this.history);
		for (String queue : this.queues) {
			holders.look(this.stage.queue(queue));
		}
	}

	void drain() throws InterruptedException {
		Repetition.stop(this.load);
		List<String> drained = new ArrayList<>(this.queues);
		drained.add(CampaignQueues.JSON);
		long end = System.nanoTime() + DRAIN.toNanos();
		for (String queue : drained) {
			long left = left(queue);
			while (left > 0 && System.nanoTime() < end) {
				workers().restartEnded();
				TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
				left = left(queue);
			}
			writeRest(queue, left);
		}
		this.stage.servers().deleteLeftovers();
	}

	private void countAll() throws InterruptedException {
		for (String name : this.queues) {
			Map<String, Object> facts = new LinkedHashMap<>();
			this.history.record(Operation.COUNTS, Subject.queue(name), facts, () -> {
				QueueCounts counts = this.stage.queue(name).counts();
				facts.putAll(Map.of("ready", counts.ready(), "delayed", counts.delayed(), "leased", counts.leased(),
						"dead", counts.dead()));
				return true;
			});
			TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
		}
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
		List<String> keys = this.stage.servers().lastingKeys(queue);
		long end = System.nanoTime() + CLEANING.toNanos();
		while (!keys.stream().allMatch(Scene::maySurelyStay) && System.nanoTime() < end) {
			this.stage.queue(queue).clean(CleanDepth.DEEP);
			TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
			keys = this.stage.servers().lastingKeys(queue);
		}
		this.history.write(Operation.DRAINED, Subject.queue(queue), start, Outcome.OK,
				Map.of("left", left, "keys", keys));
	}

	/** Whether waiting for a cleaning is in vain. The checker judges what is left. */
	private static boolean maySurelyStay(String key) {
		return List.of("token", "type", "shards", "stream", "schedules", "plans", "firings", "planning", "declared")
			.contains(key);
	}

	void end() throws InterruptedException {
		Repetition.stop(this.load);
		Repetition.stop(List.of(this.stalls));
		workers().watch(null);
		this.history.close();
	}

}
