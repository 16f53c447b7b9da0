/**
 * The results of measurements: figures, tables and charts for the reports.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.result;

import org.jspecify.annotations.NullMarked;
