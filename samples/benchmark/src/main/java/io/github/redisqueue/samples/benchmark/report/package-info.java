/**
 * Writes reports as text, as JSON, and as an HTML page with charts.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.report;

import org.jspecify.annotations.NullMarked;
