package io.github.redisqueue.samples.reliability.worker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.Fingerprint;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;

/**
 * Handles jobs, and writes when it began and how it ended. Thread-safe.
 */
record RecordedHandler(HistoryWriter history) {

	/**
	 * Handles a job. Whoever interrupts the handler is to blame for its end, not the job.
	 */
	void handle(Lease lease) throws InterruptedException {
		long remaining = lease.remaining().toNanos() / 1000;
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

	private static Map<String, Object> facts(Lease lease, long remaining) {
		Map<String, Object> facts = new LinkedHashMap<>(
				Map.of("token", lease.token(), "failures", lease.failures(), "crashes", lease.crashes(), "payload",
						Fingerprint.of(lease.job().payload()), "headers", Fingerprint.ofHeaders(lease.job())));
		facts.put("remaining", remaining);
		for (String header : List.of(Schedule.ID_HEADER, Schedule.FIRING_HEADER)) {
			String value = lease.job().headers().get(header);
			if (value != null) {
				facts.put(header, value);
			}
		}
		return facts;
	}

}
