package io.github.redisqueue.listener;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;

/**
 * Handles jobs.
 */
@FunctionalInterface
public interface JobHandler {

	/**
	 * Handles a job. The listener calls this on several threads at the same time, up to
	 * its concurrency. It interrupts the thread when the lease expires or is lost, and
	 * when the shutdown timeout has elapsed.
	 * @param lease the lease of the job
	 * @throws Exception if handling the job failed
	 */
	void handle(Lease lease) throws Exception;

	/**
	 * Handles a job whose handling may continue after this method has returned.
	 * @param lease the lease of the job
	 * @param acknowledgement settles the job, or null unless the ack mode is
	 * {@link AckMode#MANUAL}
	 * @return the work that continues, whose end settles the job; the listener cancels it
	 * where it would interrupt a handler. Null if there is none
	 * @throws Exception if handling the job failed
	 */
	default @Nullable CompletableFuture<?> handle(Lease lease, @Nullable Acknowledgement acknowledgement)
			throws Exception {
		handle(lease);
		return null;
	}

	/**
	 * Handles several jobs at once, if the handler {@linkplain #takesBatches() takes
	 * batches}. The listener interrupts the thread when all leases have expired or are
	 * lost, and when the shutdown timeout has elapsed.
	 * @param leases the leases of the jobs, at least one
	 * @throws FailedJobsException if handling some of the jobs failed
	 * @throws Exception if handling the batch failed; several jobs are then handled again
	 * one by one
	 */
	default void handle(List<Lease> leases) throws Exception {
		throw new UnsupportedOperationException("The handler takes no batches");
	}

	/**
	 * {@return whether {@link #handle(List)} is to be called; false by default}
	 */
	default boolean takesBatches() {
		return false;
	}

	/**
	 * {@return whether the handler acknowledges its jobs, so that it needs the ack mode
	 * {@link AckMode#MANUAL}; false by default}
	 */
	default boolean acknowledges() {
		return false;
	}

	/**
	 * {@return the types of the payloads that the handler takes; empty by default, for
	 * any} Listeners on one queue must take the same, because each job goes to any of
	 * them.
	 */
	default Set<Type> payloadTypes() {
		return Set.of();
	}

}
