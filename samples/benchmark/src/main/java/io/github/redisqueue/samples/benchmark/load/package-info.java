/**
 * The measured application: a template and a listener, as in any application.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.load;

import org.jspecify.annotations.NullMarked;
