/**
 * Storing what becomes of jobs, those of a shard by group commit. Internal.
 */
@NullMarked
package io.github.redisqueue.listener.settle;

import org.jspecify.annotations.NullMarked;
