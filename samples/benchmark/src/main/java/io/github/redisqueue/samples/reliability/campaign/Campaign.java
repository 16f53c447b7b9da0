package io.github.redisqueue.samples.reliability.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.redisqueue.samples.reliability.checker.Checker;
import io.github.redisqueue.samples.reliability.checker.Verdict;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryFiles;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Runs all cells of a campaign, on one stage for as long as the faults allow.
 */
final class Campaign {

	private static final String NO_PREVIOUS = "it mixes in another version, whose jar --previous= names"
			+ " (samples/benchmark/README.md says how to build it)";

	/** Jobs have to be handled again within this time. */
	private static final Duration QUIET = Duration.ofSeconds(5);

	private static final Duration WARM_UP = Duration.ofMillis(500);

	private final CampaignPlan plan;

	private final Consumer<String> progress;

	/** Creates a campaign. */
	Campaign(CampaignPlan plan, Consumer<String> progress) {
		this.plan = plan;
		this.progress = progress;
	}

	/**
	 * Runs all cells. Histories of an earlier campaign in the same directory are deleted.
	 * @throws IOException if a history cannot be read or deleted
	 */
	List<CampaignReport.Cell> run() throws InterruptedException, IOException {
		HistoryFiles.deleteCampaign(this.plan.output());
		List<CampaignReport.Cell> results = new ArrayList<>();
		Stage stage = null;
		try {
			for (Fault fault : this.plan.faults()) {
				if (fault.needsPreviousVersion() && this.plan.previous() == null) {
					this.progress.accept("%-32s left out: ".formatted(fault.name()) + NO_PREVIOUS);
					continue;
				}
				stage = stageFor(fault.setting(), stage);
				for (long seed : this.plan.seeds()) {
					CampaignReport.Cell result = run(results.size() + 1, fault, seed, stage);
					results.add(result);
					report(result);
				}
			}
		}
		finally {
			if (stage != null) {
				stage.close();
			}
		}
		return results;
	}

	private Stage stageFor(Setting setting, @Nullable Stage present) throws InterruptedException {
		if (present != null && present.setting() == setting) {
			return present;
		}
		if (present != null) {
			present.close();
		}
		return new Stage(setting, this.plan.output(), this.plan.previous());
	}

	/**
	 * Runs a cell: jobs all the time, strikes of the fault, some quiet seconds, the
	 * drain, and the check.
	 */
	private CampaignReport.Cell run(int number, Fault fault, long campaignSeed, Stage stage)
			throws InterruptedException, IOException {
		String name = "%02d-%s".formatted(number, fault.name());
		Path directory = this.plan.output().resolve(name);
		// Decides on jobs and faults, and does not depend on which other cells run.
		long seed = campaignSeed * 31 + fault.name().hashCode();
		Scene scene = new Scene(stage, this.plan.queues(), name, directory, seed);
		try {
			strike(scene, fault, new Random(seed));
			fault.heal(scene);
			stage.workers().awaitAll();
			TimeUnit.MILLISECONDS.sleep(QUIET.toMillis());
			scene.lookForHolders();
			scene.drain();
		}
		finally {
			scene.end();
		}
		return new CampaignReport.Cell(fault.name(), campaignSeed, directory,
				Checker.check(HistoryFiles.read(List.of(directory))));
	}

	private void strike(Scene scene, Fault fault, Random random) throws InterruptedException {
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

	private void report(CampaignReport.Cell result) {
		Verdict verdict = result.verdict();
		this.progress.accept(
				"%-32s seed %-8d %6d operations %6d executions %4d repeated %s".formatted(result.fault(), result.seed(),
						verdict.figures().operations(), verdict.figures().executions(), verdict.figures().repeated(),
						verdict.isSound() ? "sound" : verdict.violations().size() + " VIOLATIONS"));
		if (verdict.losses().confirmed() > 0) {
			this.progress.accept("    " + verdict.losses());
		}
		verdict.violations()
			.stream()
			.limit(5)
			.forEach((violation) -> this.progress
				.accept("    " + violation.invariant() + " " + violation.subject() + ": " + violation.message()));
	}

}
