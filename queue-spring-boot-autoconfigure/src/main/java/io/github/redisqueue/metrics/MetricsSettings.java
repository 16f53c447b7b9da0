package io.github.redisqueue.metrics;

import java.time.Duration;

/**
 * Settings for the metrics of a queue.
 *
 * @param enabled whether meters are published for the queue
 * @param refreshInterval how long the gauges use cached counts before they are read from
 * Redis again
 */
public record MetricsSettings(boolean enabled, Duration refreshInterval) {

}
