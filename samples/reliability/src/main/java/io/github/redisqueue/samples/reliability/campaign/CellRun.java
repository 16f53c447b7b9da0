package io.github.redisqueue.samples.reliability.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.checker.Checker;
import io.github.redisqueue.samples.reliability.fault.Fault;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryFiles;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.Stage;

/**
 * Runs a cell: jobs all the time, strikes of the fault, some quiet seconds, the drain,
 * and the check.
 */
final class CellRun {

	/** Jobs have to be handled again within this time. */
	private static final Duration QUIET = Duration.ofSeconds(5);

	private static final Duration WARM_UP = Duration.ofMillis(500);

	private final Cell cell;

	private final CampaignPlan plan;

	CellRun(Cell cell, CampaignPlan plan) {
		this.cell = cell;
		this.plan = plan;
	}

	CellResult on(Stage stage) throws InterruptedException, IOException {
		Path directory = this.plan.output().resolve(this.cell.name());
		Scene scene = new Scene(stage, this.plan.queues(), this.cell.name(), directory, this.cell.seed());
		try {
			strike(scene);
			this.cell.fault().heal(scene);
			stage.workers().awaitAll();
			TimeUnit.MILLISECONDS.sleep(QUIET.toMillis());
			scene.lookForHolders();
			scene.drain();
		}
		finally {
			scene.end();
		}
		return new CellResult(this.cell.fault().name(), this.cell.campaignSeed(), directory,
				Checker.check(HistoryFiles.read(List.of(directory))));
	}

	private void strike(Scene scene) throws InterruptedException {
		Fault fault = this.cell.fault();
		Random random = new Random(this.cell.seed());
		long end = System.nanoTime() + this.plan.cell().minus(QUIET).toNanos();
		TimeUnit.MILLISECONDS.sleep(WARM_UP.toMillis());
		int strikes = 0;
		do {
			scene.stage().workers().awaitAll();
			long start = Clock.now();
			Map<String, Object> facts = new LinkedHashMap<>(fault.strike(scene, random));
			facts.put("fault", fault.name());
			facts.put("effects",
					fault.effects().stream().map((effect) -> effect.name().toLowerCase(Locale.ROOT)).sorted().toList());
			scene.history().write(Operation.FAULT, Subject.ALL, start, Outcome.OK, facts);
			TimeUnit.MILLISECONDS.sleep(1 + random.nextInt((int) fault.pause().toMillis()));
		}
		while (++strikes < fault.leastStrikes() || System.nanoTime() < end);
	}

}
