package io.github.redisqueue.listener;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import org.jspecify.annotations.Nullable;

/**
 * Published when this application has buried a job, once Redis has confirmed that: a
 * listener after a failure that is not retried, or after too many failures; a handler
 * through its {@link Acknowledgement}; the listener that forwards jobs, if the target
 * queue refuses the job; or the cleaner after too many crashes.
 * <p>
 * An {@code @EventListener} runs on the reporting thread of all listeners, or on that of
 * the cleaner, and must not block: annotate it with {@code @Async}, or use
 * {@link io.github.redisqueue.annotation.DeadLetterHandler @DeadLetterHandler} instead,
 * which also says for which jobs it is not called. An exception of an event listener is
 * logged and changes nothing.
 *
 * @param queue the name of the queue
 * @param listener the id of the listener that buried the job, or null if the cleaner did
 * @param job the job
 * @param cause the cause as the dead letter has it
 */
public record JobBuriedEvent(String queue, @Nullable String listener, Job job, Cause cause) {

}
