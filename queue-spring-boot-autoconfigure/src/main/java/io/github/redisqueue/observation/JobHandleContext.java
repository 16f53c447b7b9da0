package io.github.redisqueue.observation;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;

/**
 * What a convention knows when a job is handled. The carrier is the job: a tracer finds
 * the context of its sender in the headers.
 */
public final class JobHandleContext extends ReceiverContext<Job> {

	private final String listener;

	private final Lease lease;

	private volatile String outcome = QueueObservation.NONE;

	/**
	 * Creates a context.
	 * @param listener the id of the listener
	 * @param lease the lease of the job
	 */
	public JobHandleContext(String listener, Lease lease) {
		super((job, name) -> job.headers().get(name), Kind.CONSUMER);
		this.listener = listener;
		this.lease = lease;
		setCarrier(lease.job());
		setRemoteServiceName("Redis");
	}

	/**
	 * {@return the id of the listener}
	 */
	public String listener() {
		return this.listener;
	}

	/**
	 * {@return the lease of the job when its handler was called}
	 */
	public Lease lease() {
		return this.lease;
	}

	/**
	 * {@return what the listener does with the job: {@code complete}, {@code retry},
	 * {@code bury} also after one failure too many, {@code postpone}, {@code release}
	 * after a handler that was interrupted because the listener stops, {@code lost},
	 * {@code drop} for a failure of a job that was completed before, and {@code none}
	 * while the handler runs}
	 */
	public String outcome() {
		return this.outcome;
	}

	/** Before the observation stops, so that its convention finds the outcome. */
	void end(String outcome) {
		this.outcome = outcome;
	}

}
