/**
 * Getting jobs: a loop leases those of all shards of a queue. Internal.
 */
@NullMarked
package io.github.redisqueue.listener.lease;

import org.jspecify.annotations.NullMarked;
