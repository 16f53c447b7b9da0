/**
 * What the user asks for on the command line.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.options;

import org.jspecify.annotations.NullMarked;
