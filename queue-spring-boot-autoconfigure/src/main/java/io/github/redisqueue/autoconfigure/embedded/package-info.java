/**
 * A Redis server for development, which starts and stops with the application and stores
 * its data in the build directory.
 */
@NullMarked
package io.github.redisqueue.autoconfigure.embedded;

import org.jspecify.annotations.NullMarked;
