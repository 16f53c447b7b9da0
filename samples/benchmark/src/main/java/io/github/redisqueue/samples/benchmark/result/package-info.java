/**
 * What was measured: figures, tables and charts, as they go into the reports.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.result;

import org.jspecify.annotations.NullMarked;
