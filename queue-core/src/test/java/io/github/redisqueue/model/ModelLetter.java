package io.github.redisqueue.model;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter.
 *
 * @param job the job as it was added
 * @param reason why it was buried
 * @param worker who buried it, null if it was buried for its crashes
 * @param failures how often a handler failed on it
 * @param crashes how often a worker crashed with it
 * @param buriedAt when it was buried, by the clock of the model, in ms
 * @param place its place among the dead letters: the newest has the greatest number
 */
record ModelLetter(Job job, Cause.Reason reason, @Nullable String worker, int failures, int crashes, long buriedAt,
		long place) {

}
