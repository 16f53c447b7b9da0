package io.github.redisqueue.samples.benchmark.scenario;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.instance.InstanceKind;
import io.github.redisqueue.samples.benchmark.instance.InstanceMeter;
import io.github.redisqueue.samples.benchmark.instance.Instances;
import io.github.redisqueue.samples.benchmark.instance.Reading;
import io.github.redisqueue.samples.benchmark.options.HandlerRow;
import io.github.redisqueue.samples.benchmark.result.Label;

/**
 * Measures instances of a queue, and threads that only sleep, in turns. The backlog of
 * jobs lasts longer than each measurement, so that handlers never lack jobs.
 */
final class HandlerRounds {

	/** Jobs that instances may hold, or have settled, beside those that count. */
	private static final int MORE_FOR_AN_INSTANCE = 2000;

	private static final int MORE_FOR_A_GROUP = 20;

	private static final long LOOK_MILLIS = 50;

	private static final int LOOKS_WITHOUT_PROGRESS = 1200;

	private final HandlerResults results;

	private final HandlerRow row;

	private final InstanceKind kind;

	private final Instances sender;

	private final Instances instances;

	private final int groups;

	HandlerRounds(HandlerResults results, HandlerRow row, InstanceKind kind, Instances sender, Instances instances,
			int groups) {
		this.results = results;
		this.row = row;
		this.kind = kind;
		this.sender = sender;
		this.instances = instances;
		this.groups = groups;
	}

	/**
	 * Handles the first jobs of all instances, and measures some of them.
	 * @param cold the number of jobs of each instance that are measured
	 * @param all the number of jobs of each instance
	 */
	void cold(int cold, int all) throws InterruptedException {
		int jobs = this.row.instances() * Math.max(cold, all);
		int filled = fill(jobs);
		InstanceMeter meter = meter();
		this.instances.listen(filled);
		await(this.row.instances() * (long) cold);
		this.results.keep(meter.end(Label.ours(HandlerResults.cold(this.row), this.kind.name(), 1)));
		await(jobs);
		rest();
	}

	/**
	 * Measures rounds.
	 * @param numbers the numbers of the rounds
	 * @param duration how long each measurement takes
	 */
	void warm(IntStream numbers, Duration duration) throws InterruptedException {
		// The listener begins with few jobs, and takes more when it has seen how long
		// they take.
		long begin = Math.max(duration.toMillis() / 3, 2 * this.row.time().toMillis());
		int jobs = (int) (this.row.perSecond() * (begin + duration.toMillis()) / 1000);
		for (int round : numbers.toArray()) {
			if (this.kind.hasThreads()) {
				this.instances.sleep();
				measure(begin, duration, HandlerResults.plain(this.row, this.kind, round));
				this.instances.wake();
			}
			this.instances.listen(fill(jobs));
			measure(begin, duration, Label.ours(this.row.name(), this.kind.name(), round));
			rest();
		}
	}

	private void measure(long begin, Duration duration, Label label) throws InterruptedException {
		TimeUnit.MILLISECONDS.sleep(begin);
		InstanceMeter meter = meter();
		TimeUnit.MILLISECONDS.sleep(duration.toMillis());
		this.results.keep(meter.end(label));
	}

	private InstanceMeter meter() {
		return new InstanceMeter(this.instances, this.results.bench().server());
	}

	/** Fills the queue with more than the jobs that count. Returns how many there are. */
	private int fill(int jobs) {
		this.results.bench().server().purge();
		int more = this.row.instances() * MORE_FOR_AN_INSTANCE + this.groups * MORE_FOR_A_GROUP;
		int all = Math.addExact(jobs + jobs / 10, more);
		this.sender.fill(all);
		return all;
	}

	private void rest() {
		long repeated = this.instances.rest();
		if (repeated > 0) {
			this.results.note(
					this.row.name() + ", " + this.kind.name() + ": " + repeated + " jobs were handled more than once");
		}
		this.results.bench().server().purge();
	}

	/** Waits until the instances have handled as many jobs together. */
	private void await(long jobs) throws InterruptedException {
		long before = -1;
		int looks = 0;
		for (long handled = handled(); handled < jobs; handled = handled()) {
			looks = (handled == before) ? looks + 1 : 0;
			if (looks > LOOKS_WITHOUT_PROGRESS) {
				throw new IllegalStateException(
						this.kind.name() + ": no job was handled for a minute, after " + handled + " jobs");
			}
			before = handled;
			TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
		}
	}

	private long handled() {
		return this.instances.read().stream().mapToLong(Reading::handled).sum();
	}

}
