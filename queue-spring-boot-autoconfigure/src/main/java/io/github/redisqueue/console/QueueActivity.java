package io.github.redisqueue.console;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.github.redisqueue.observation.ReadyTime;
import io.github.redisqueue.observation.JobHandleContext;
import io.github.redisqueue.observation.JobSendContext;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * What this instance does with the jobs of queues, from the observations of which the
 * timers are made, too: rates and percentiles since they were last taken. Thread-safe.
 */
final class QueueActivity implements ObservationHandler<Observation.Context> {

	/** Where an observation keeps when it has begun. */
	private static final Object BEGIN = QueueActivity.class;

	private static final double[] PERCENTILES = { 50, 95, 99 };

	/** So a percentile is wrong by a sixteenth at most, and a histogram is small. */
	private static final int DIGITS = 1;

	/** From here the rates are counted that are taken first. */
	private final long begin = System.nanoTime();

	private final Map<String, OfQueue> byQueue = new ConcurrentHashMap<>();

	/** The application may have switched observations off. */
	private volatile boolean observed;

	/** Hears of all observations from now on. Until the first one, nothing is known. */
	QueueActivity(ObservationRegistry registry) {
		registry.observationConfig().observationHandler(this);
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof JobSendContext || context instanceof JobHandleContext;
	}

	@Override
	public void onStart(Observation.Context context) {
		context.put(BEGIN, System.nanoTime());
		this.observed = true;
		if (context instanceof JobHandleContext handling) {
			Duration waited = ReadyTime.waited(handling.lease());
			if (waited != null) {
				of(handling.lease().queue()).wait.recordValue(TimeUnit.MILLISECONDS.toMicros(waited.toMillis()));
			}
		}
	}

	@Override
	public void onStop(Observation.Context context) {
		if (context instanceof JobSendContext sending && sending.getError() == null) {
			of(sending.queue()).sent.add(sending.jobs().size());
		}
		if (context instanceof JobHandleContext handling) {
			handled(handling);
		}
	}

	private void handled(JobHandleContext handling) {
		OfQueue queue = of(handling.lease().queue());
		Long begin = handling.get(BEGIN);
		if (begin != null) {
			queue.handling.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin));
		}
		switch (handling.outcome()) {
			case "complete" -> queue.handled.increment();
			case "retry", "bury", "lost", "drop" -> queue.failed.increment();
			default -> {
				// The job is neither handled nor has it failed.
			}
		}
	}

	private OfQueue of(String queue) {
		return this.byQueue.computeIfAbsent(queue, (name) -> new OfQueue(this.begin));
	}

	/** Forgets all other queues. */
	void retain(Set<String> queues) {
		this.byQueue.keySet().retainAll(queues);
	}

	/**
	 * Takes what has happened since the last call: the measures in the order of the
	 * constants, NaN if one is not known.
	 */
	float[] take(String queue) {
		float[] measures = new float[Measure.values().length];
		Arrays.fill(measures, Float.NaN);
		if (this.observed) {
			of(queue).take(measures);
		}
		return measures;
	}

	/** What is measured: jobs per second, and milliseconds. */
	enum Measure {

		SENT("sent", true), HANDLED("handled", true), FAILED("failed", true), WAIT_P50("waitP50", false),

		WAIT_P95("waitP95", false), WAIT_P99("waitP99", false), HANDLING_P50("handlingP50", false),

		HANDLING_P95("handlingP95", false), HANDLING_P99("handlingP99", false);

		final String text;

		final boolean isRate;

		Measure(String text, boolean isRate) {
			this.text = text;
			this.isRate = isRate;
		}

	}

	/** What happened to the jobs of one queue since it was last taken. */
	private static final class OfQueue {

		private final LongAdder sent = new LongAdder();

		private final LongAdder handled = new LongAdder();

		private final LongAdder failed = new LongAdder();

		/** In microseconds, as is the other one. */
		private final Recorder wait = new Recorder(DIGITS);

		private final Recorder handling = new Recorder(DIGITS);

		private long takenAt;

		OfQueue(long begin) {
			this.takenAt = begin;
		}

		synchronized void take(float[] measures) {
			long now = System.nanoTime();
			double seconds = Math.max(now - this.takenAt, 1) / 1e9;
			this.takenAt = now;
			measures[Measure.SENT.ordinal()] = (float) (this.sent.sumThenReset() / seconds);
			measures[Measure.HANDLED.ordinal()] = (float) (this.handled.sumThenReset() / seconds);
			measures[Measure.FAILED.ordinal()] = (float) (this.failed.sumThenReset() / seconds);
			percentiles(this.wait, measures, Measure.WAIT_P50);
			percentiles(this.handling, measures, Measure.HANDLING_P50);
		}

		private static void percentiles(Recorder times, float[] measures, Measure first) {
			Histogram taken = times.getIntervalHistogram();
			for (int i = 0; i < PERCENTILES.length && taken.getTotalCount() > 0; i++) {
				measures[first.ordinal() + i] = taken.getValueAtPercentile(PERCENTILES[i]) / 1000F;
			}
		}

	}

}
