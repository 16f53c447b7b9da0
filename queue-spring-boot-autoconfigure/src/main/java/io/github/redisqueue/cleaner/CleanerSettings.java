package io.github.redisqueue.cleaner;

import java.time.Duration;

/**
 * The settings for cleaning a queue.
 *
 * @param enabled whether this application cleans the queue
 * @param lightInterval the interval between two light cleanings, at least 1 ms
 * @param deepInterval the interval between two deep cleanings, at least 1 ms
 */
public record CleanerSettings(boolean enabled, Duration lightInterval, Duration deepInterval) {

}
