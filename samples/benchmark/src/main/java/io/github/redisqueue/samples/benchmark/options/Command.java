package io.github.redisqueue.samples.benchmark.options;

import java.time.Duration;
import java.util.Locale;

/**
 * What the benchmark can measure.
 */
public enum Command {

	/** Sends in batches, then one by one. */
	ENQUEUE("sends in batches, then one by one", 100_000, 0, Duration.ZERO),

	/** Drains a backlog through listeners. */
	WORK("drains a backlog through listeners", 100_000, 0, Duration.ZERO),

	/** Measures the time from send to handler at a given rate. */
	LATENCY("from send to handler start, at a given rate", 0, 200, Duration.ofSeconds(30)),

	/** Measures how late jobs are handled that are all due at one instant. */
	DELAYED("how late jobs are that are all due at one instant", 10_000, 0, Duration.ZERO),

	/** Measures the cost of a job by the length of the queue and by what is in flight. */
	BACKLOG("cost per job by the length of the queue, and by the number of jobs in flight", 10_000, 0, Duration.ZERO),

	/** Measures what listeners cost that have nothing to do. */
	IDLE("what listeners cost that have nothing to do", 0, 0, Duration.ofSeconds(30)),

	/** Works at a given rate for a long time. */
	SOAK("a given rate for a long time: heap, Redis memory and latency over time", 0, 10_000, Duration.ofMinutes(10)),

	/** Compares with bare loops of Lettuce. */
	COMPARE("all types against bare Lettuce loops of 100 jobs per trip, and against the targets", 100_000, 0,
			Duration.ZERO);

	private final String description;

	private final int jobs;

	private final int rate;

	private final Duration duration;

	Command(String description, int jobs, int rate, Duration duration) {
		this.description = description;
		this.jobs = jobs;
		this.rate = rate;
		this.duration = duration;
	}

	/**
	 * The command as it is written.
	 * @return the name in small letters
	 */
	public String text() {
		return name().toLowerCase(Locale.ROOT);
	}

	String description() {
		return this.description;
	}

	int jobs() {
		return this.jobs;
	}

	int rate() {
		return this.rate;
	}

	Duration duration() {
		return this.duration;
	}

}
