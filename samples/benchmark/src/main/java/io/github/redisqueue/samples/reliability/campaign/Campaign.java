package io.github.redisqueue.samples.reliability.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.redisqueue.samples.reliability.checker.Checker;
import io.github.redisqueue.samples.reliability.checker.Verdict;
import io.github.redisqueue.samples.reliability.history.HistoryFiles;
import org.jspecify.annotations.Nullable;

/**
 * Runs all cells of a campaign, on one stage for as long as the faults allow.
 */
record Campaign(Plan plan, Consumer<String> progress) {

	private static final String NO_PREVIOUS = "it mixes in another version, whose jar --previous= names"
			+ " (samples/benchmark/README.md says how to build it)";

	/** Jobs have to be handled again within this time. */
	private static final Duration QUIET = Duration.ofSeconds(5);

	private static final Duration WARM_UP = Duration.ofMillis(500);

	/**
	 * Runs all cells. Histories of an earlier campaign in the same directory are deleted.
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
				if (stage == null || stage.setting() != fault.setting()) {
					close(stage);
					stage = Stage.open(fault.setting(), this.plan.output(), this.plan.previous());
				}
				for (long seed : this.plan.seeds()) {
					CampaignReport.Cell result = run(results.size() + 1, fault, seed, stage);
					results.add(result);
					report(result);
				}
			}
		}
		finally {
			close(stage);
		}
		return results;
	}

	private static void close(@Nullable Stage stage) {
		if (stage != null) {
			stage.close();
		}
	}

	/**
	 * Runs a cell: jobs all the time, strikes of the fault, some quiet seconds, the
	 * drain, and the check.
	 */
	private CampaignReport.Cell run(int number, Fault fault, long campaignSeed, Stage stage)
			throws InterruptedException, IOException {
		Path directory = this.plan.output().resolve("%02d-%s".formatted(number, fault.name()));
		// Decides on jobs and faults, and does not depend on which other cells run.
		long seed = campaignSeed * 31 + fault.name().hashCode();
		Scene scene = Scene.begin(stage, this.plan.queues(), directory, seed);
		try {
			long end = System.nanoTime() + this.plan.cell().minus(QUIET).toNanos();
			TimeUnit.MILLISECONDS.sleep(WARM_UP.toMillis());
			fault.strikeUntil(end, scene);
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

	private void report(CampaignReport.Cell result) {
		Verdict verdict = result.verdict();
		this.progress.accept(
				"%-32s seed %-8d %6d operations %6d executions %4d repeated %s".formatted(result.fault(), result.seed(),
						verdict.figures().operations(), verdict.figures().executions(), verdict.figures().repeated(),
						verdict.isSound() ? "sound" : verdict.violations().size() + " VIOLATIONS"));
		if (verdict.losses().confirmed() > 0) {
			this.progress.accept("    " + verdict.losses());
		}
		verdict.violations().stream().limit(5).forEach((violation) -> this.progress.accept("    " + violation));
	}

	/**
	 * What a campaign does: each fault has a cell for each seed, which decides on jobs
	 * and faults. All queues have jobs in each cell. The previous version is an
	 * executable jar.
	 */
	record Plan(List<Long> seeds, List<Fault> faults, List<String> queues, Duration cell, Path output,
			@Nullable Path previous) {

	}

}
