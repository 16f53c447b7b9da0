package io.github.redisqueue.samples.benchmark.instance;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.ListenerWaits;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Sender;
import io.github.redisqueue.samples.benchmark.load.Surroundings;
import io.github.redisqueue.samples.benchmark.load.Work;
import io.github.redisqueue.samples.benchmark.measure.Meter;
import io.github.redisqueue.samples.benchmark.measure.TripCounter;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

/**
 * An application of this project, in its process. One thread calls it.
 */
final class RunningInstance {

	private final InstancePlan plan;

	private final LoadApplication application;

	private final ListenerWaits waits;

	private @Nullable PlainThreads threads;

	private Work work = new Work(0, Work.Plan.NOTHING);

	private LongSupplier handled = () -> 0;

	private RunningInstance(InstancePlan plan, LoadApplication application) {
		this.plan = plan;
		this.application = application;
		this.waits = application.bean(ListenerWaits.class);
		this.waits.follow(application);
	}

	static RunningInstance open(Map<String, String> values) {
		InstancePlan plan = InstancePlan.of(values);
		QueueType type = QueueType.valueOf(values.get("kind").toUpperCase(Locale.ROOT));
		Map<String, String> more = new HashMap<>();
		more.put("spring.threads.virtual.enabled", Boolean.toString(plan.row().virtual()));
		if (plan.groups() > 0) {
			more.putAll(LoadApplication.groups(1));
		}
		Surroundings surroundings = Surroundings.at(RedisURI.create(values.get("redis")), new TripCounter(),
				plan.properties());
		return new RunningInstance(plan,
				LoadApplication.start(surroundings, plan.load(), type, more, ListenerWaits.class));
	}

	/** Adds jobs with the numbers from 0 on. */
	void fill(int jobs) {
		Sender sender = this.application.sender();
		int groups = this.plan.groups();
		((groups > 0) ? sender.inGroups((number) -> "group-" + number % groups) : sender).inBatches(0, jobs);
	}

	/** Begins to handle jobs, of which other instances may get some. */
	void listen(int jobs) {
		Work next = new Work(jobs, new Work.Plan(this.plan.row().time(), 0, Work.Plan.NOTHING.onStart()));
		this.application.expect(next);
		this.work = next;
		this.handled = next::handled;
		this.application.listener().start();
	}

	/** Stops to handle jobs, and returns how many were handled more than once. */
	long rest() {
		this.application.listener().stop();
		return this.work.repeated();
	}

	/** Lets as many threads as there are handlers only sleep. */
	void sleep() {
		PlainThreads plain = new PlainThreads(this.plan.row().concurrency(), this.plan.row().time());
		this.threads = plain;
		this.handled = plain::slept;
	}

	void wake() throws InterruptedException {
		if (this.threads != null) {
			this.threads.stop();
			this.threads = null;
		}
	}

	Reading read() {
		return new Reading(System.nanoTime(), Meter.cpuNanos(), this.handled.getAsLong(), null);
	}

	/** Tells also how long jobs waited since the last time. */
	Reading mark() {
		Reading reading = read();
		return new Reading(reading.nanos(), reading.cpuNanos(), reading.handled(), this.waits.take());
	}

}
