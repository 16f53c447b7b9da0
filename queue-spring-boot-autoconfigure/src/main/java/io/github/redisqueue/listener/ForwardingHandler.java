package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.background.Outages;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Adds the jobs of one queue to another, under the same ids: those that another instance
 * adds again change nothing while they are in the target queue. A job that this queue
 * refuses is buried. If it fails, the jobs are released, which keeps their order and
 * counts nothing. Thread-safe.
 */
public final class ForwardingHandler implements JobHandler {

	private static final Log logger = LogFactory.getLog(ForwardingHandler.class);

	private static final int BATCH_SIZE = 500;

	private final String from;

	private final WorkQueue to;

	private final OutageBackoff backoff;

	/**
	 * Creates a handler.
	 * @param from the name of the source queue
	 * @param to the target queue
	 * @param outages logs when jobs cannot be forwarded
	 */
	public ForwardingHandler(String from, WorkQueue to, Outages outages) {
		this.from = from;
		this.to = to;
		this.backoff = outages.backoff("forward jobs from", from);
	}

	/**
	 * {@return the settings of a listener that forwards: one batch after the other, and
	 * failures that only this class decides about}
	 * @param properties the settings of a listener of the source queue
	 */
	public static ListenerSettings settings(ListenerSettings.Builder properties) {
		JobErrorHandler errors = (lease, thrown) -> (thrown instanceof IllegalArgumentException)
				? ErrorResolution.bury() : ErrorResolution.byPolicy();
		return properties.concurrency(1)
			.prefetch(0)
			.ackMode(AckMode.AFTER)
			.batch(new BatchSettings(BATCH_SIZE, Duration.ZERO))
			.retry(new RetrySettings(RetrySettings.DEFAULT.policy(), null, 0, null, errors))
			.build();
	}

	@Override
	public void handle(Lease lease) {
		handle(List.of(lease));
	}

	@Override
	public void handle(List<Lease> leases) {
		List<String> known = new ArrayList<>();
		FailedJobsException refused = new FailedJobsException();
		try {
			add(leases, known, refused);
		}
		catch (Throwable ex) {
			pause(this.backoff.onFailure(ex));
			throw new ReleaseException(ex);
		}
		this.backoff.onSuccess();
		if (!known.isEmpty()) {
			logger.warn(known.size() + " jobs of queue '" + this.from
					+ "' were completed without being added to queue '" + this.to.name()
					+ "', which had jobs with these ids, or remembers that they were completed: " + LogText.ids(known)
					+ ". That is expected if an earlier attempt to forward these jobs was cut short");
		}
		if (!refused.isEmpty()) {
			throw refused;
		}
	}

	/**
	 * Waits before the jobs are released: the listener leases no others before that. An
	 * interrupt ends the pause, so that they are released in order then, too.
	 */
	private static void pause(Duration pause) {
		try {
			Thread.sleep(pause.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Adds jobs. A queue that refuses one of them adds none, so they are halved until the
	 * refused ones are alone. Refusing costs no round trip.
	 */
	private void add(List<Lease> leases, List<String> known, FailedJobsException refused) {
		try {
			Set<String> added = this.to.add(leases.stream().map(Lease::job).toList());
			leases.stream().map(Lease::id).filter((id) -> !added.contains(id)).forEach(known::add);
		}
		catch (IllegalArgumentException ex) {
			if (leases.size() == 1) {
				refused.add(leases.get(0).id(), new IllegalArgumentException(
						"Queue '" + this.to.name() + "', to which jobs are forwarded, refuses it: " + ex.getMessage()));
				return;
			}
			int half = leases.size() / 2;
			add(leases.subList(0, half), known, refused);
			add(leases.subList(half, leases.size()), known, refused);
		}
	}

	@Override
	public boolean takesBatches() {
		return true;
	}

}
