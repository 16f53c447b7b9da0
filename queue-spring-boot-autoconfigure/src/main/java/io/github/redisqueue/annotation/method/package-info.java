/**
 * Finds annotated methods, checks them, and calls them with jobs. Internal.
 */
@NullMarked
package io.github.redisqueue.annotation.method;

import org.jspecify.annotations.NullMarked;
