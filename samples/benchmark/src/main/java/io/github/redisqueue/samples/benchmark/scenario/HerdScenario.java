package io.github.redisqueue.samples.benchmark.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.Herd;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.LoadSettings;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.options.Limited;
import io.github.redisqueue.samples.benchmark.options.Limits;
import io.github.redisqueue.samples.benchmark.options.LoadOptions;
import io.github.redisqueue.samples.benchmark.options.RateOptions;
import io.github.redisqueue.samples.benchmark.options.RepeatOptions;
import io.github.redisqueue.samples.benchmark.options.WarmupOptions;
import io.github.redisqueue.samples.benchmark.result.Figure;
import io.github.redisqueue.samples.benchmark.result.Figures;
import io.github.redisqueue.samples.benchmark.result.Label;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import io.github.redisqueue.samples.benchmark.result.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Sends jobs at a rate to one waiting instance and to many, in turns.
 */
@Command(name = "herd", description = { "Measures what a job costs with many waiting instances, against one.",
		"Fails if a job is not handled exactly once." })
final class HerdScenario extends Scenario implements Limited {

	private static final double MAX_RATIO = 1.2;

	@Mixin
	private final LoadOptions load = new LoadOptions();

	@Mixin
	private final RateOptions rate = new RateOptions();

	@Mixin
	private final RepeatOptions repeats = new RepeatOptions();

	@Mixin
	private final WarmupOptions warmup = new WarmupOptions();

	@Option(names = "--instances", paramLabel = "N", defaultValue = "50",
			description = "number of waiting instances to compare with one (default: ${DEFAULT-VALUE})")
	private int instances;

	@Override
	public void check(Limits limits) {
		limits.number("--instances", this.instances, 2, 1000);
	}

	@Override
	public Result run(Bench bench) {
		Result result = new Result();
		List<List<String>> rows = new ArrayList<>();
		for (QueueType type : this.load.types()) {
			String queue = LoadApplication.text(type);
			for (int round = 1 - this.warmup.rounds(); round <= this.repeats.rounds(); round++) {
				boolean oneFirst = round % 2 != 0;
				measure(bench, type, oneFirst ? 1 : this.instances, round, result);
				measure(bench, type, oneFirst ? this.instances : 1, round, result);
			}
			bench.server().purge();
			rows.addAll(rows(queue, result));
		}
		result.tables().add(Tables.targets("Targets", result.targets()));
		result.tables()
			.add(new Table("Cost of a job at " + this.rate.rate() + " jobs/s, medians of rounds",
					List.of("waiting instances", "1", Integer.toString(this.instances), "ratio"), rows));
		List<Label> kinds = this.load.types()
			.stream()
			.map(LoadApplication::text)
			.map((queue) -> Label.ours(phase(this.instances), queue, 1))
			.toList();
		result.tables().add(Tables.commands("Redis commands, " + phase(this.instances), result, kinds));
		result.notes().add("Each instance is an application of its own, in one JVM. Another one sends.");
		return result;
	}

	private static String phase(int waiting) {
		return waiting + " waiting";
	}

	/** Instances that do not wait are closed, as they might cost something too. */
	private void measure(Bench bench, QueueType type, int waiting, int round, Result result) {
		Label label = Label.ours(phase(waiting), LoadApplication.text(type), round);
		try (Herd herd = new Herd(waiting, () -> bench.start(type, LoadSettings.of(this.load)))) {
			herd.listen();
			// The first jobs find instances that have not begun to wait.
			send(herd, Math.min(this.rate.rate(), this.rate.jobs()), label);
			Meter.Phase phase = bench.meter().begin();
			Work work = herd.expect(this.rate.jobs());
			Duration behind = herd.sending().sender().atRate(this.rate.jobs(), this.rate.rate());
			work.await();
			// To wait for the last settlements here would take commands that count.
			bench.keep(phase.end(label, this.rate.jobs()), result);
			finish(herd, label, work);
			if (!label.inWarmup()) {
				result.notes()
					.add(label + ": the sender was behind its schedule by " + behind.toMillis() + " ms at most");
			}
		}
	}

	private void send(Herd herd, int jobs, Label label) {
		Work work = herd.expect(jobs);
		herd.sending().sender().atRate(jobs, this.rate.rate());
		work.await();
		finish(herd, label, work);
	}

	private static void finish(Herd herd, Label label, Work work) {
		herd.sending().awaitRest();
		if (work.repeated() > 0) {
			throw new IllegalStateException(label + ": " + work.repeated() + " jobs were handled more than once");
		}
	}

	private List<List<String>> rows(String queue, Result result) {
		Figures one = result.median(Label.ours(phase(1), queue, 1));
		Figures many = result.median(Label.ours(phase(this.instances), queue, 1));
		List<List<String>> rows = new ArrayList<>();
		for (Figure figure : List.of(Figure.COMMANDS, Figure.REDIS_CPU, Figure.CLIENT_CPU)) {
			double ratio = many.get(figure) / one.get(figure);
			rows.add(List.of(queue + ", " + figure.title(), one.text(figure), many.text(figure),
					Tables.number("%.2f", ratio)));
			if (figure != Figure.CLIENT_CPU) {
				result.targets()
					.add(new Target(figure.title() + ", ratio to 1 waiting", queue, ratio, false, MAX_RATIO));
			}
		}
		return rows;
	}

}
