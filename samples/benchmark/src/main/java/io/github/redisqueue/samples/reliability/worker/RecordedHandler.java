package io.github.redisqueue.samples.reliability.worker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.Fingerprint;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import org.springframework.context.annotation.Profile;

/**
 * The listeners of a worker, one for each queue. Writes when handlers began and how they
 * ended. Thread-safe.
 */
@Profile("!" + WorkerApplication.CLEANER)
record RecordedHandler(HistoryWriter history) {

	/**
	 * Handles a job. Whoever interrupts the handler is to blame for its end, not the job.
	 */
	@QueueListener("lease")
	@QueueListener("list")
	@QueueListener("stream")
	@QueueListener("delayed")
	@QueueListener("lease-sharded")
	@QueueListener("list-sharded")
	@QueueListener("stream-sharded")
	@QueueListener("delayed-sharded")
	void handle(Lease lease) throws InterruptedException {
		long remaining = Clock.micros(lease.remaining());
		Subject subject = new Subject(lease.queue(), lease.id());
		long start = Clock.now();
		this.history.write(Operation.BEGIN, subject, start, Outcome.OK, facts(lease, remaining));
		Map<String, Object> facts = Map.of("token", lease.token(), "failures", lease.failures());
		try {
			Behaviour.of(lease.id()).act(lease);
			this.history.write(Operation.END, subject, start, Outcome.OK, facts);
		}
		catch (InterruptedException ex) {
			this.history.write(Operation.END, subject, start, Outcome.UNKNOWN, facts);
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			this.history.write(Operation.END, subject, start, Outcome.FAILED, facts);
			throw ex;
		}
	}

	/** A payload that is no such JSON never gets here. */
	@QueueListener(CampaignQueues.JSON)
	void json(Map<String, String> payload, Lease lease) throws InterruptedException {
		handle(lease);
	}

	private static Map<String, Object> facts(Lease lease, long remaining) {
		Map<String, Object> facts = Fingerprint.facts(lease.job());
		facts.putAll(Map.of("token", lease.token(), "failures", lease.failures(), "crashes", lease.crashes(),
				"remaining", remaining));
		for (String header : List.of(Schedule.ID_HEADER, Schedule.FIRING_HEADER)) {
			String value = lease.job().headers().get(header);
			if (value != null) {
				facts.put(header, value);
			}
		}
		return facts;
	}

}
