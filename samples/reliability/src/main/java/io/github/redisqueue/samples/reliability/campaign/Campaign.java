package io.github.redisqueue.samples.reliability.campaign;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.redisqueue.samples.reliability.checker.Verdict;
import io.github.redisqueue.samples.reliability.fault.Fault;
import io.github.redisqueue.samples.reliability.history.HistoryFiles;
import io.github.redisqueue.samples.reliability.stage.Setting;
import io.github.redisqueue.samples.reliability.stage.Stage;
import org.jspecify.annotations.Nullable;

/**
 * Runs all cells of a campaign, on one stage for as long as the faults allow.
 */
public final class Campaign {

	private static final String NO_PREVIOUS = "it mixes in another version, whose jar --previous= names"
			+ " (samples/reliability/README.md says how to build it)";

	private final CampaignPlan plan;

	private final Consumer<String> progress;

	/**
	 * Creates a campaign.
	 * @param plan what to do
	 * @param progress receives a line for each cell
	 */
	public Campaign(CampaignPlan plan, Consumer<String> progress) {
		this.plan = plan;
		this.progress = progress;
	}

	/**
	 * Runs all cells. Histories of an earlier campaign in the same directory are deleted.
	 * @return the results
	 * @throws InterruptedException if the thread is interrupted
	 * @throws IOException if a history cannot be read or deleted
	 */
	public List<CellResult> run() throws InterruptedException, IOException {
		HistoryFiles.deleteCampaign(this.plan.output());
		List<CellResult> results = new ArrayList<>();
		Stage stage = null;
		try {
			for (Fault fault : this.plan.faults()) {
				if (fault.needsPreviousVersion() && this.plan.previous() == null) {
					this.progress.accept("%-32s left out: ".formatted(fault.name()) + NO_PREVIOUS);
					continue;
				}
				stage = stageFor(fault.setting(), stage);
				for (long seed : this.plan.seeds()) {
					CellResult result = new CellRun(new Cell(results.size() + 1, fault, seed), this.plan).on(stage);
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

	private void report(CellResult result) {
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
