package io.github.redisqueue.samples.benchmark.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.github.redisqueue.samples.benchmark.contender.ContenderKind;
import io.github.redisqueue.samples.benchmark.contender.ContenderPlan;
import io.github.redisqueue.samples.benchmark.contender.ContenderRun;
import io.github.redisqueue.samples.benchmark.contender.Contenders;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.options.HandlerOptions;
import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.RateOptions;
import io.github.redisqueue.samples.benchmark.options.RepeatOptions;
import io.github.redisqueue.samples.benchmark.options.WarmTimeOptions;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import io.github.redisqueue.samples.benchmark.result.Target;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Sends jobs at a fixed rate to a running listener, and measures the time from just
 * before sending a job to the start of its handler: in the first seconds of a JVM, and
 * again when the JIT compiler has seen the same load for a while.
 */
@Command(name = "latency",
		description = "Measures the time from send to handler start at a given rate, fresh and warm, against a bare loop.")
final class LatencyScenario extends Scenario {

	private static final double MAX_RATIO = 0.75;

	private static final double MAX_CLIENT_CPU = 800;

	private static final double MAX_COMMANDS = 20;

	@Mixin
	private final LoadOptions load = new LoadOptions();

	@Mixin
	final RateOptions rate = new RateOptions();

	@Mixin
	private final WarmTimeOptions warmUp = new WarmTimeOptions();

	@Mixin
	private final RepeatOptions repeats = new RepeatOptions();

	@Mixin
	private final HandlerOptions handler = new HandlerOptions();

	@Option(names = "--jvm-option", paramLabel = "OPTION",
			description = "option of the JVM of the measured application, for example -XX:+UseSerialGC; "
					+ "can be given several times")
	private List<String> jvmOptions = List.of();

	@Override
	public Result run(Bench bench) throws InterruptedException {
		Result result = new Result();
		Contest contest = new Contest(bench, common().output(), result);
		List<ContenderKind> kinds = new ArrayList<>();
		this.load.types().forEach((type) -> kinds.add(Contenders.ours(type)));
		Set<String> ours = kinds.stream().map(ContenderKind::name).collect(Collectors.toSet());
		kinds.add(Contenders.bare());
		contest.run(kinds, this.repeats.rounds(), plan(bench), this.jvmOptions, ours);
		this.load.types()
			.stream()
			.map(LoadApplication::text)
			.forEach((queue) -> result.targets().addAll(targets(contest, queue)));
		result.tables().add(Tables.targets("Targets", result.targets()));
		result.tables()
			.add(table(contest, kinds,
					"From send to handler start, " + this.rate.rate() + " jobs/s, medians of rounds"));
		for (String phase : List.of(ContenderRun.FRESH, ContenderRun.WARM)) {
			kinds.forEach((kind) -> result.latencies().add(contest.latency(kind.name(), phase)));
		}
		result.tables().add(Tables.latencies("All rounds", result.latencies()));
		List<Label> warm = kinds.stream().map((kind) -> Label.ours(ContenderRun.WARM, kind.name(), 1)).toList();
		result.tables().add(Tables.medians("Cost, warm", result, warm));
		result.tables().add(Tables.commands("Redis commands, warm", result, warm));
		result.charts().addAll(Charts.latencies(result.latencies()));
		result.notes()
			.add("fresh: the first " + this.rate.duration().toSeconds()
					+ " s of the load in a new JVM, after one job that loads the classes; warm: as long, " + "after "
					+ this.warmUp.time().toSeconds() + " s of the same load.");
		result.notes()
			.add("The bare loop: one thread calls LPUSH and XADD, another XREAD BLOCK and then LMOVE; it completes "
					+ "nothing.");
		return result;
	}

	private ContenderPlan plan(Bench bench) {
		return new ContenderPlan(LoadSettings.of(this.load), bench.surroundings().properties(),
				new ContenderPlan.Steady(this.rate.rate(), this.rate.duration(), this.warmUp.time(),
						this.handler.time()),
				null);
	}

	private static List<Target> targets(Contest contest, String queue) {
		String bare = Contenders.bare().name();
		Figures fresh = contest.median(queue, ContenderRun.FRESH);
		Figures warm = contest.median(queue, ContenderRun.WARM);
		List<Target> targets = new ArrayList<>(List.of(millis(contest, queue, ContenderRun.FRESH, 50, 0.6),
				millis(contest, queue, ContenderRun.FRESH, 99, 2.5),
				millis(contest, queue, ContenderRun.WARM, 50, 0.45),
				millis(contest, queue, ContenderRun.WARM, 99, 1.2)));
		for (int percent : List.of(50, 99)) {
			targets.add(new Target("warm p" + percent + ", ratio to the bare loop", queue,
					contest.millis(queue, ContenderRun.WARM, percent)
							/ contest.millis(bare, ContenderRun.WARM, percent),
					false, MAX_RATIO));
		}
		targets.add(new Target("fresh, " + Figure.CLIENT_CPU.title(), queue, fresh.get(Figure.CLIENT_CPU), false,
				MAX_CLIENT_CPU));
		targets
			.add(new Target("warm, " + Figure.COMMANDS.title(), queue, warm.get(Figure.COMMANDS), false, MAX_COMMANDS));
		return targets;
	}

	private static Target millis(Contest contest, String queue, String phase, int percent, double bound) {
		return new Target(phase + " p" + percent + ", ms", queue, contest.millis(queue, phase, percent), false, bound);
	}

	/** Rows with the latencies, their ratios to those of the bare loop, and the costs. */
	static Table table(Contest contest, List<ContenderKind> kinds, String title) {
		String bare = Contenders.bare().name();
		List<List<String>> rows = new ArrayList<>();
		for (ContenderKind kind : kinds) {
			for (String phase : List.of(ContenderRun.FRESH, ContenderRun.WARM)) {
				List<String> row = new ArrayList<>(List.of(kind.name() + ", " + phase));
				for (int percent : List.of(50, 99)) {
					double millis = contest.millis(kind.name(), phase, percent);
					row.add(Tables.number("%.2f", millis));
					row.add(Tables.number("%.2f", millis / contest.millis(bare, phase, percent)));
				}
				Figures medians = contest.median(kind.name(), phase);
				row.add(Tables.number("%.1f", medians.get(Figure.COMMANDS)));
				row.add(Tables.number("%.0f", medians.get(Figure.REDIS_CPU)));
				row.add(Tables.number("%.0f", medians.get(Figure.CLIENT_CPU)));
				rows.add(row);
			}
		}
		return new Table(title, List.of("", "p50 ms", "to bare", "p99 ms", "to bare", Figure.COMMANDS.title(),
				Figure.REDIS_CPU.title(), Figure.CLIENT_CPU.title()), rows);
	}

	/** A histogram of nanoseconds, with three significant digits. */
	static Histogram histogram() {
		Histogram histogram = new ConcurrentHistogram(TimeUnit.HOURS.toNanos(1), 3);
		histogram.setAutoResize(true);
		return histogram;
	}

}
