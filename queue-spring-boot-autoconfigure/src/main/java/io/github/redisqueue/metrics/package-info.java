/**
 * What happens to jobs, for those who watch.
 */
@NullMarked
package io.github.redisqueue.metrics;

import org.jspecify.annotations.NullMarked;
