package io.github.redisqueue.samples.benchmark.contender;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.result.Label;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Runs a contender, and measures it. It must be the first load of the JVM.
 */
public final class ContenderRun {

	/** The phase of the first jobs of a JVM. */
	public static final String FRESH = "fresh";

	/** The phase of jobs after a warm-up under the same load. */
	public static final String WARM = "warm";

	/** The phase that sends many jobs at once. */
	public static final String BULK = "enqueue in bulk";

	/** The phase that handles what was sent at once. */
	public static final String DRAIN = "drain";

	/** The phase that sends jobs one by one. */
	public static final String SINGLE = "enqueue one by one";

	private static final double SECOND = 1e9;

	private final Contender contender;

	private final ContenderPlan plan;

	private final Meter meter;

	private final ContenderReport report = new ContenderReport();

	ContenderRun(Contender contender, ContenderPlan plan, Meter meter) {
		this.contender = contender;
		this.plan = plan;
		this.meter = meter;
	}

	ContenderReport measure() throws Exception {
		ContenderPlan.Steady steady = this.plan.steady();
		this.contender.listen();
		// The first job takes some hundred times as long, as it loads the classes.
		atRate(null, Duration.ZERO);
		atRate(FRESH, steady.window());
		Duration rest = steady.warmUp().minus(steady.window());
		if (rest.toMillis() > 0) {
			atRate(null, rest);
		}
		atRate(WARM, steady.window());
		this.contender.rest();
		ContenderPlan.Bulk bulk = this.plan.bulk();
		if (bulk != null) {
			for (int round = -bulk.warmUpRounds(); round <= 0; round++) {
				bulk(bulk, round == 0);
			}
		}
		return this.report;
	}

	private void atRate(@Nullable String phase, Duration time) throws Exception {
		int jobs = this.plan.steady().jobs(time);
		Histogram nanos = new ConcurrentHistogram(TimeUnit.HOURS.toNanos(1), 3);
		Work work = new Work(jobs, new Work.Plan(this.plan.steady().handlerTime(), 0,
				(number, sent) -> nanos.recordValue(Math.max(0, System.nanoTime() - sent))));
		this.contender.expect(work);
		Meter.Phase measured = this.meter.begin();
		sendAtRate(jobs);
		work.await();
		if (phase != null) {
			// To wait for the last settlements would take commands that count.
			this.report.add(measured.end(Label.ours(phase, "", 1), jobs));
			this.report.add(phase, nanos);
		}
		this.contender.awaitSettled();
		check(work);
	}

	/** Sends each job when it is due, or at once if it was due earlier. */
	private void sendAtRate(int jobs) throws Exception {
		long start = System.nanoTime();
		for (int number = 0; number < jobs; number++) {
			long due = (long) (number * SECOND / this.plan.steady().rate());
			for (long passed = System.nanoTime() - start; passed < due; passed = System.nanoTime() - start) {
				LockSupport.parkNanos(due - passed);
			}
			this.contender.send(number);
		}
	}

	private void bulk(ContenderPlan.Bulk bulk, boolean kept) throws Exception {
		Meter.Phase adding = this.meter.begin();
		this.contender.sendAll(0, bulk.jobs());
		keep(kept, adding, BULK, bulk.jobs(), true);
		drain(kept, DRAIN, bulk.jobs());
		Meter.Phase single = this.meter.begin();
		for (int number = 0; number < bulk.singles(); number++) {
			this.contender.send(number);
		}
		keep(kept, single, SINGLE, bulk.singles(), true);
		drain(false, DRAIN, bulk.singles());
	}

	private void drain(boolean kept, String phase, int jobs) throws Exception {
		Work work = new Work(jobs, Work.Plan.NOTHING);
		this.contender.expect(work);
		Meter.Phase draining = this.meter.begin();
		this.contender.listen();
		work.await();
		this.contender.awaitSettled();
		keep(kept, draining, phase, jobs, false);
		this.contender.rest();
		check(work);
	}

	private void keep(boolean kept, Meter.Phase phase, String name, int jobs, boolean filled) {
		Label label = Label.ours(name, "", 1);
		if (kept) {
			this.report.add(filled ? phase.endOfFilling(label, jobs) : phase.end(label, jobs));
		}
	}

	private static void check(Work work) {
		if (work.repeated() > 0) {
			throw new IllegalStateException(work.repeated() + " jobs were handled more than once");
		}
	}

}
