package io.github.redisqueue.metrics;

import java.time.Duration;

/**
 * How a queue is measured.
 *
 * @param enabled whether this application publishes meters of it at all
 * @param refreshInterval for how long counts are shown before Redis is asked again
 */
public record MetricsSettings(boolean enabled, Duration refreshInterval) {

}
