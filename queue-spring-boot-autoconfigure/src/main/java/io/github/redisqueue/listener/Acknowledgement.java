package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Settles a job in the ack mode {@link AckMode#MANUAL}. A handler method takes it as a
 * parameter, and may use it while it runs, after it has returned, and from other threads.
 * The first call decides; later ones do nothing and return false.
 * <p>
 * Until then the listener extends the lease of the job, and the job counts against the
 * concurrency of the listener, also after the method has returned. If the method throws
 * an exception before, or if nobody has settled the job when the ack timeout has elapsed
 * after the method has returned, that is a failure as in the other modes.
 * <p>
 * If the listener stops meanwhile, and the shutdown timeout elapses, the job is postponed
 * by the lease time.
 * <p>
 * Each method returns without waiting. The stage is completed when Redis has replied:
 * with true if the job was settled, and with false if it was not, because its lease was
 * lost, because Redis did not confirm it before the lease expired, or because the job was
 * settled already. It is never completed with an exception. What depends on it runs on a
 * thread that all listeners share, and must not block.
 * <p>
 * Thread-safe.
 */
public interface Acknowledgement {

	/**
	 * Completes the job.
	 * @return whether this call completed the job
	 */
	CompletionStage<Boolean> complete();

	/**
	 * Counts a failure, and retries the job after a delay. After too many failures the
	 * job becomes a dead letter instead.
	 * @param delay the delay, zero to 365 days
	 * @return whether this call settled the job
	 * @throws IllegalArgumentException if the delay is out of range
	 */
	CompletionStage<Boolean> retry(Duration delay);

	/**
	 * Lets the job be handled again after a delay, without counting anything. No limit of
	 * postponements applies.
	 * @param delay the delay, zero to 365 days
	 * @return whether this call postponed the job
	 * @throws IllegalArgumentException if the delay is out of range
	 */
	CompletionStage<Boolean> postpone(Duration delay);

	/**
	 * Makes the job a dead letter.
	 * @param reason why, for people who read the dead letter
	 * @return whether this call buried the job
	 */
	CompletionStage<Boolean> bury(String reason);

}
