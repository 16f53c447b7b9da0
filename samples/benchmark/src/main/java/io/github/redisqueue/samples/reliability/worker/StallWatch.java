package io.github.redisqueue.samples.reliability.worker;

import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;

/**
 * Writes into a history when its process did not run for a while: on a busy machine, a
 * lease may expire without any fault of the campaign.
 */
public final class StallWatch {

	private static final long PERIOD = 20_000;

	private static final long LONG = 250_000;

	private final HistoryWriter history;

	private final Thread thread = new Thread(this::watch, "stall-watch");

	private volatile boolean stopped;

	/** Watches this process. */
	public StallWatch(HistoryWriter history) {
		this.history = history;
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void watch() {
		try {
			while (!this.stopped) {
				long before = Clock.now();
				TimeUnit.MICROSECONDS.sleep(PERIOD);
				if (Clock.now() - before > PERIOD + LONG) {
					this.history.write(Operation.STALL, Subject.ALL, before, Outcome.OK, Map.of());
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Stops watching. */
	public void stop() throws InterruptedException {
		this.stopped = true;
		this.thread.join();
	}

}
