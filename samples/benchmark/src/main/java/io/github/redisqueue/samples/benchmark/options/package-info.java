/**
 * Groups of command line options that several commands share.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.options;

import org.jspecify.annotations.NullMarked;
