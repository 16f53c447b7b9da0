/**
 * Waiting for work. Each queue has a bell, a stream of at most one entry that scripts
 * write to when leasing may succeed again; one connection of an application waits for all
 * of them.
 */
@NullMarked
package io.github.redisqueue.bell;

import org.jspecify.annotations.NullMarked;
