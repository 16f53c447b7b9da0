package io.github.redisqueue.listener.handle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.FailureDecisions;
import io.github.redisqueue.listener.Outcome;
import io.github.redisqueue.listener.job.InFlightJob;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The handling of several jobs by one call of their handler. If it fails without saying
 * for which jobs, all are handled again, one by one: a job is not to suffer from a
 * failure that another has caused.
 *
 * @param jobs the jobs, which have begun on the current thread
 * @param listener what the handlings of the listener share
 */
record BatchHandling(List<InFlightJob> jobs, Handlings listener) {

	private static final Log logger = LogFactory.getLog(BatchHandling.class);

	void run() {
		List<Lease> leases = this.jobs.stream().map(InFlightJob::lease).toList();
		List<ObservedHandler.Call> calls = this.listener.handler().call(this.jobs);
		this.jobs.forEach(InFlightJob::leave);
		Throwable thrown = calls.get(0).thrown();
		if (FailureDecisions.isRelease(thrown)) {
			release(calls, thrown);
			return;
		}
		Map<Integer, Throwable> failures = (thrown != null) ? FailureDecisions.named(thrown, leases) : Map.of();
		if (thrown != null && failures.isEmpty()) {
			repeat(calls, thrown);
			return;
		}
		for (int i = 0; i < this.jobs.size(); i++) {
			end(i, calls.get(i), failures.get(i));
		}
	}

	private void end(int i, ObservedHandler.Call call, @Nullable Throwable thrown) {
		if (thrown != null) {
			call.handling().failed(thrown);
		}
		new Handling(this.jobs.get(i), this.listener).end(call, thrown);
	}

	/** All in one call: jobs released later are ahead of those released before. */
	private void release(List<ObservedHandler.Call> calls, Throwable thrown) {
		try {
			this.listener.settlements().release(this.jobs);
			for (int i = 0; i < this.jobs.size(); i++) {
				calls.get(i).handling().failed(thrown);
				calls.get(i).end(this.jobs.get(i).isLost() ? Outcome.LOST : Outcome.RELEASE);
			}
		}
		finally {
			this.jobs.forEach(InFlightJob::finish);
		}
		this.listener.awaitSettled(this.jobs);
	}

	private void repeat(List<ObservedHandler.Call> calls, Throwable thrown) {
		boolean common = this.jobs.size() == 1 || FailureDecisions.isPostponement(thrown);
		List<InFlightJob> repeated = new ArrayList<>();
		for (int i = 0; i < this.jobs.size(); i++) {
			InFlightJob job = this.jobs.get(i);
			if (common || job.wasInterrupted() || job.isLost()) {
				end(i, calls.get(i), thrown);
			}
			else {
				calls.get(i).handling().failed(thrown);
				calls.get(i).end(Outcome.REPEAT);
				repeated.add(job);
			}
		}
		if (!repeated.isEmpty()) {
			logger.warn("A batch of " + this.jobs.size() + " jobs of queue '" + repeated.get(0).lease().queue()
					+ "' failed. Its jobs are handled again one by one", thrown);
			this.listener.repeat().accept(repeated);
		}
	}

}
