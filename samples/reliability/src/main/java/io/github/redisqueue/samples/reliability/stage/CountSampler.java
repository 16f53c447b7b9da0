package io.github.redisqueue.samples.reliability.stage;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;

import org.springframework.dao.DataAccessException;

/**
 * Counts the jobs of all queues again and again until it is stopped.
 */
final class CountSampler {

	private static final int PAUSE_MILLIS = 100;

	private final WorkQueues queues;

	private final List<String> names;

	private final HistoryWriter history;

	private volatile boolean stopped;

	private final Thread thread = new Thread(this::run, "counts");

	CountSampler(WorkQueues queues, List<String> names, HistoryWriter history) {
		this.queues = queues;
		this.names = names;
		this.history = history;
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void run() {
		try {
			while (!this.stopped) {
				for (String name : this.names) {
					sample(name);
					TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void sample(String name) {
		long start = Clock.now();
		try {
			QueueCounts counts = this.queues.get(name).counts();
			this.history.write(Operation.COUNTS, Subject.queue(name), start, Outcome.OK, Map.of("ready", counts.ready(),
					"delayed", counts.delayed(), "leased", counts.leased(), "dead", counts.dead()));
		}
		catch (DataAccessException ex) {
			this.history.write(Operation.COUNTS, Subject.queue(name), start, Outcome.UNKNOWN, Map.of());
		}
	}

	void stop() throws InterruptedException {
		this.stopped = true;
		this.thread.join();
	}

}
