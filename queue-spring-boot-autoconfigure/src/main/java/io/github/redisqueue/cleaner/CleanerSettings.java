package io.github.redisqueue.cleaner;

import java.time.Duration;

/**
 * How a queue is cleaned.
 *
 * @param enabled whether this application cleans it at all
 * @param lightInterval how long to wait between two light cleanings, more than zero
 * @param deepInterval how long to wait between two deep cleanings, more than zero
 */
public record CleanerSettings(boolean enabled, Duration lightInterval, Duration deepInterval) {

}
