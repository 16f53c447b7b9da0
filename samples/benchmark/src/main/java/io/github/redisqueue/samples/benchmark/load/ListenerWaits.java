package io.github.redisqueue.samples.benchmark.load;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.HandlerInterceptor;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Records how long jobs wait in a listener: the time from the call that leased a job to
 * the begin of its handler. The lease tells when that was, as long as no heartbeat has
 * extended it. Thread-safe.
 */
final class ListenerWaits implements HandlerInterceptor {

	private final Recorder nanos = new Recorder(3);

	private volatile long leaseNanos;

	/** Begins to record the jobs of an application. */
	void follow(LoadApplication application) {
		this.leaseNanos = application.queue().async().leaseTime().toNanos();
	}

	@Override
	public void around(Lease lease, Call call) throws Exception {
		long leased = lease.deadline() - this.leaseNanos;
		this.nanos.recordValue(Math.max(0, System.nanoTime() - leased));
		call.proceed();
	}

	/** The waits since the last call, in ns. */
	Histogram take() {
		return this.nanos.getIntervalHistogram();
	}

}
