package io.github.redisqueue.listener.job;

/**
 * A call of a handler on the current thread, with one job or with several. The thread is
 * interrupted when all of these jobs want that: those of a batch whose leases last must
 * not suffer from one that is lost. Thread-safe.
 */
public final class HandlerCall {

	private final Thread thread = Thread.currentThread();

	/** How many jobs take part and do not want an interrupt. */
	private int remaining;

	/** Whether at least one of the jobs wants an interrupt. */
	private boolean wanted;

	/** Creates a call with so many jobs, which the current thread is about to make. */
	public HandlerCall(int jobs) {
		this.remaining = jobs;
	}

	/**
	 * One of the jobs wants the thread to be interrupted. Once all want that, each
	 * further wish interrupts it again.
	 * @param first whether this job has not wanted that before
	 */
	synchronized void interrupt(boolean first) {
		this.wanted = true;
		this.remaining -= first ? 1 : 0;
		interruptIfAllWant();
	}

	/** One of the jobs does not take part. */
	synchronized void leaveOut() {
		this.remaining--;
		interruptIfAllWant();
	}

	private void interruptIfAllWant() {
		if (this.remaining <= 0 && this.wanted) {
			this.thread.interrupt();
		}
	}

}
