/**
 * The campaign: Redis, workers and the network between them, the faults, and the cells,
 * each with load, a fault, recovery and a check.
 */
@NullMarked
package io.github.redisqueue.samples.reliability.campaign;

import org.jspecify.annotations.NullMarked;
