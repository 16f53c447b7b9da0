package io.github.redisqueue.listener.handle;

import java.util.List;

import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.listener.AckMode;
import io.github.redisqueue.listener.job.HandlerCall;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.job.JobProcessor;
import io.github.redisqueue.listener.settle.Settlement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Processes the jobs of one queue. In {@link AckMode#BEFORE}, it completes a job and then
 * calls the handler; handlers of batches have another mode. In the others, it calls the
 * handler, whose end or acknowledgement settles the job. Thread-safe.
 *
 * @param queue the queue
 * @param mode when its jobs are settled
 * @param handlings what the handlings of its jobs share
 * @param gate the gate that all handlers of the application pass
 */
public record JobProcessing(WorkerQueue queue, AckMode mode, Handlings handlings,
		HandlerGate gate) implements JobProcessor {

	private static final Log logger = LogFactory.getLog(JobProcessing.class);

	@Override
	public boolean process(List<InFlightJob> jobs) {
		if (jobs.size() > 1) {
			processTogether(jobs);
			return false;
		}
		InFlightJob job = jobs.get(0);
		return (this.mode != AckMode.BEFORE && isSuspect(job)) ? processAlone(job) : process(job);
	}

	/** No job of a batch has crashed before, so that no start has to be recorded. */
	private void processTogether(List<InFlightJob> jobs) {
		this.gate.pass();
		try {
			if (this.handlings.inFlight().isStopping()) {
				this.handlings.settlements().release(jobs);
				return;
			}
			HandlerCall call = new HandlerCall(jobs.size());
			List<InFlightJob> begun = jobs.stream().filter((job) -> begin(job, call)).toList();
			if (!begun.isEmpty()) {
				new BatchHandling(begun, this.handlings).run();
			}
		}
		finally {
			this.gate.leave();
		}
	}

	private boolean begin(InFlightJob job, HandlerCall call) {
		boolean begun = job.begin(call);
		if (!begun) {
			this.handlings.settlements().release(job);
		}
		return begun;
	}

	private boolean process(InFlightJob job) {
		this.gate.pass();
		boolean goesOn = false;
		try {
			goesOn = ((this.mode == AckMode.BEFORE) ? completeAndBegin(job) : begin(job, false))
					&& new Handling(job, this.handlings).run();
		}
		finally {
			if (goesOn) {
				job.whenFinished(this.gate::leave);
			}
			else {
				this.gate.leave();
			}
		}
		return goesOn;
	}

	private boolean completeAndBegin(InFlightJob job) {
		if (this.handlings.inFlight().isStopping()) {
			this.handlings.settlements().release(job);
			return false;
		}
		return job.completing() && complete(job) && job.begin();
	}

	private boolean complete(InFlightJob job) {
		try {
			if (!this.queue.complete(List.of(job.lease())).isEmpty()) {
				return true;
			}
			this.handlings.inFlight().refuse(job);
		}
		catch (RuntimeException ex) {
			// A second call would not show whether the first one completed the job.
			this.handlings.inFlight().remove(job);
			logger.warn(job + " is not handled: Redis did not confirm that it was completed. If it was not, it becomes"
					+ " ready again after its lease has expired", ex);
		}
		return false;
	}

	/**
	 * Whether one more crash would bury the job. After a single crash, no job is treated
	 * differently: all that a worker held have crashed once.
	 */
	private boolean isSuspect(InFlightJob job) {
		return job.lease().crashes() >= Math.max(2, this.queue.maxCrashes());
	}

	/**
	 * A crash is to be blamed on this job only if no other handler ran. So others wait
	 * until Redis has settled the job. If its handler takes long, they go on, after the
	 * record says so. Of several such jobs one runs, and the others are postponed, so
	 * that they do not hold up the rest one after the other.
	 */
	private boolean processAlone(InFlightJob job) {
		HandlerGate.Permit permit = this.gate.passAlone();
		if (permit == null) {
			this.handlings.settlements().postpone(job, this.queue.leaseTime());
			return false;
		}
		boolean alone = permit.isAlone();
		if (alone) {
			this.handlings.timer().schedule(() -> letOthersPass(job, permit), this.gate.patience);
		}
		boolean begun = false;
		boolean goesOn = false;
		try {
			begun = begin(job, alone);
			goesOn = begun && new Handling(job, this.handlings).run();
			return goesOn;
		}
		finally {
			if (goesOn) {
				job.whenFinished(() -> job.whenRemoved(permit::leave));
			}
			else if (begun) {
				job.whenRemoved(permit::leave);
			}
			else {
				permit.leave();
			}
		}
	}

	private boolean begin(InFlightJob job, boolean alone) {
		if (this.handlings.inFlight().isStopping() || job.isLost()) {
			this.handlings.settlements().release(job);
			return false;
		}
		if (!recordStart(job, alone)) {
			return false;
		}
		boolean begun = job.begin();
		if (!begun && job.lease().crashes() > 0) {
			// The start that was recorded must not count, even if the lease was lost.
			job.end();
			this.handlings.settlements().settle(Settlement.release(job));
		}
		else if (!begun) {
			this.handlings.settlements().release(job);
		}
		return begun;
	}

	private void letOthersPass(InFlightJob job, HandlerGate.Permit permit) {
		if (!permit.isAlone()) {
			return;
		}
		this.queue.async().start(List.of(job.lease()), false).whenComplete((recorded, failure) -> {
			if (failure == null) {
				permit.letOthersPass();
			}
			else {
				this.handlings.timer().schedule(() -> letOthersPass(job, permit), this.gate.patience);
			}
		});
	}

	/**
	 * Records the start of a job that a worker held when it crashed. If a worker crashes
	 * again, the record distinguishes the started jobs from those that were only leased.
	 */
	private boolean recordStart(InFlightJob job, boolean alone) {
		if (job.lease().crashes() == 0) {
			return true;
		}
		try {
			if (!this.queue.start(List.of(job.lease()), alone).isEmpty()) {
				return true;
			}
			this.handlings.inFlight().onLeaseLost(job);
			this.handlings.settlements().release(job);
		}
		catch (RuntimeException ex) {
			logger.warn(
					job + " is released without being handled, because Redis did not record that its handler starts",
					ex);
			this.handlings.settlements().release(job);
		}
		return false;
	}

}
