/**
 * Tells what was measured: as text, as JSON, and as a page with charts.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.report;

import org.jspecify.annotations.NullMarked;
