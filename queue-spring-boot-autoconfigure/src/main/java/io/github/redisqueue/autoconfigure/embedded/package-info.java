/**
 * A Redis server for development, which starts and stops with the application and keeps
 * its data in the build folder.
 */
@NullMarked
package io.github.redisqueue.autoconfigure.embedded;

import org.jspecify.annotations.NullMarked;
