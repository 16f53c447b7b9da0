package io.github.redisqueue.samples.reliability.campaign;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.process.Program;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.github.redisqueue.samples.reliability.worker.WorkerApplication;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code campaign}.
 */
@Command(name = "campaign", sortOptions = false, description = { "Runs the campaign: each fault in a cell of its own.",
		"Starts its own Redis servers and workers. Exits with 1 if an invariant is violated." })
public final class CampaignCommand implements Callable<Integer> {

	private static final Duration SHORTEST_CELL = Duration.ofSeconds(6);

	private static final Duration SHORT_CELL = Duration.ofSeconds(8);

	@Spec
	private CommandSpec spec;

	@Option(names = "--seed", split = ",", paramLabel = "N",
			description = "decides on jobs and faults, to repeat a run; several of them repeat each cell "
					+ "(default: a random one, which is printed)")
	private List<Long> seeds = List.of();

	@Option(names = "--cells", split = ",", paramLabel = "FAULT", description = "the faults (default: all)")
	private List<String> cells = List.of();

	@Option(names = "--types", split = ",", paramLabel = "TYPE", defaultValue = "lease,list,stream,delayed",
			description = "types of queues that get jobs (default: ${DEFAULT-VALUE})")
	private List<QueueType> types = List.of();

	@Option(names = "--shards", split = ",", paramLabel = "N", defaultValue = "1," + CampaignQueues.SHARDS,
			description = "numbers of shards of the queues that get jobs, 1 or " + CampaignQueues.SHARDS
					+ " (default: ${DEFAULT-VALUE})")
	private List<Integer> shards = List.of();

	@Option(names = "--cell", paramLabel = "TIME", defaultValue = "20s",
			description = "how long a cell has jobs and faults (default: ${DEFAULT-VALUE})")
	private Duration cell = Duration.ZERO;

	@Option(names = "--short", description = "a selection for each build: one Redis server, cells of 8 s")
	private boolean isShort;

	@Option(names = "--previous", paramLabel = "JAR",
			description = "this program in another version, whose workers are mixed in by rolling-upgrade "
					+ "(default: none, and that fault is left out)")
	private @Nullable Path previous;

	@Option(names = "--output", paramLabel = "DIR", defaultValue = "target/reliability",
			description = "directory for the histories, the logs and the report (default: ${DEFAULT-VALUE})")
	private Path output = Path.of("");

	@Override
	public Integer call() throws InterruptedException, IOException {
		Campaign.Plan plan = plan();
		PrintWriter err = this.spec.commandLine().getErr();
		err.println("Seed " + CampaignReport.text(plan.seeds()));
		Instant started = Instant.now();
		Files.createDirectories(this.output);
		List<CampaignReport.Cell> results = new Campaign(plan, err::println).run();
		CampaignReport report = new CampaignReport(started, plan.seeds(), results);
		report.write(this.output, this.spec.commandLine().getOut());
		return report.isSound() ? 0 : 1;
	}

	private Campaign.Plan plan() {
		if (!this.shards.stream().allMatch((number) -> number == 1 || number == CampaignQueues.SHARDS)) {
			throw reject("--shards: " + this.shards + "; allowed: 1 and " + CampaignQueues.SHARDS);
		}
		if (this.previous != null && !Program.isIn(this.previous, WorkerApplication.class)) {
			throw reject("--previous: " + this.previous + " is no jar of this program");
		}
		List<Long> drawn = List.of((long) ThreadLocalRandom.current().nextInt(1_000_000));
		return new Campaign.Plan(this.seeds.isEmpty() ? drawn : this.seeds, faults(),
				CampaignQueues.names(this.types, this.shards), duration(), this.output.toAbsolutePath(), this.previous);
	}

	private List<Fault> faults() {
		if (this.cells.isEmpty()) {
			return this.isShort ? FaultCatalog.forShortCampaign() : FaultCatalog.all();
		}
		try {
			List<Fault> named = this.cells.stream().map(FaultCatalog::named).toList();
			if (this.previous == null && named.stream().anyMatch(Fault::needsPreviousVersion)) {
				throw reject("--cells: " + this.cells + "; rolling-upgrade needs --previous");
			}
			return named;
		}
		catch (IllegalArgumentException ex) {
			throw reject("--cells: " + ex.getMessage());
		}
	}

	private Duration duration() {
		Duration duration = this.isShort ? SHORT_CELL : this.cell;
		if (duration.compareTo(SHORTEST_CELL) < 0 || duration.compareTo(Duration.ofHours(1)) > 0) {
			throw reject("--cell: " + duration + "; allowed: 6s to 1h");
		}
		return duration;
	}

	private ParameterException reject(String message) {
		return new ParameterException(this.spec.commandLine(), "Invalid value for " + message);
	}

}
