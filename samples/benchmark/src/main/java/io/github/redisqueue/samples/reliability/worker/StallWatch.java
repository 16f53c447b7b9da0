package io.github.redisqueue.samples.reliability.worker;

import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.process.Repetition;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;

/**
 * Writes into a history when its process did not run for a while: on a busy machine, a
 * lease may expire without any fault of the campaign.
 */
public record StallWatch(HistoryWriter history) implements Repetition.Step {

	private static final long PERIOD = 20_000;

	private static final long LONG = 250_000;

	@Override
	public void run() throws InterruptedException {
		long before = Clock.now();
		TimeUnit.MICROSECONDS.sleep(PERIOD);
		if (Clock.now() - before > PERIOD + LONG) {
			this.history.write(Operation.STALL, Subject.ALL, before, Outcome.OK, Map.of());
		}
	}

}
