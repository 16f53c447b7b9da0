/**
 * What the types of queues have in common: the scripts and the keys that each of them
 * supplies in a package below this one. What a queue does with them is in {@code queue}.
 * Not for use by applications.
 */
@NullMarked
package io.github.redisqueue.algorithm;

import org.jspecify.annotations.NullMarked;
