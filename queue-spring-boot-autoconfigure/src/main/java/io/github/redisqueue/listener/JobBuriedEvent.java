package io.github.redisqueue.listener;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import org.jspecify.annotations.Nullable;

/**
 * Published when this application has buried a job, once Redis has confirmed that: a
 * listener after a failure that is not retried, or after one too many; a handler through
 * its {@link Acknowledgement}; a forwarder whose target refuses the job; or the cleaner
 * after too many crashes.
 * <p>
 * An {@code @EventListener} runs on a thread that reports what all listeners do, or on
 * that of the cleaner, and must not block: annotate it with {@code @Async}, or use
 * {@link io.github.redisqueue.annotation.DeadLetterHandler @DeadLetterHandler} instead.
 * That annotation also says which jobs are not told. An exception of an event listener is
 * logged and changes nothing.
 *
 * @param queue the name of the queue
 * @param listener the id of the listener that buried the job, or null if a forwarder or
 * the cleaner did
 * @param job the job
 * @param cause the cause as the dead letter has it
 */
public record JobBuriedEvent(String queue, @Nullable String listener, Job job, Cause cause) {

}
