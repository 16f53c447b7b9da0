/**
 * Runs the cells of a campaign: load, a fault, recovery, a check.
 */
@NullMarked
package io.github.redisqueue.samples.reliability.campaign;

import org.jspecify.annotations.NullMarked;
