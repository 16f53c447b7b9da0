/**
 * Shared by all background activities of an application: their schedule, and the back-off
 * while Redis is unavailable.
 */
@NullMarked
package io.github.redisqueue.background;

import org.jspecify.annotations.NullMarked;
