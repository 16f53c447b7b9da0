/**
 * The application that is measured: a template and a listener, as any application has
 * them.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.load;

import org.jspecify.annotations.NullMarked;
