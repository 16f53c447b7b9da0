package io.github.redisqueue.cleaner;

import java.time.Duration;

/**
 * The settings for cleaning a queue.
 *
 * @param enabled whether this application cleans the queue
 * @param lightInterval the interval between two light cleanings, more than zero
 * @param deepInterval the interval between two deep cleanings, more than zero
 */
public record CleanerSettings(boolean enabled, Duration lightInterval, Duration deepInterval) {

}
