/**
 * Cleaning: what brings the jobs of vanished workers back.
 */
@NullMarked
package io.github.redisqueue.cleaner;

import org.jspecify.annotations.NullMarked;
