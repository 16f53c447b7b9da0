/**
 * Shared by all background activities of an application: their threads and schedule, what
 * Redis has last answered them, and the back-off while it is unavailable.
 */
@NullMarked
package io.github.redisqueue.background;

import org.jspecify.annotations.NullMarked;
