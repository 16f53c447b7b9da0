/**
 * What all algorithms need of Redis: scripts, key names, framing of values, and the dead
 * letters. Not meant for applications.
 */
@NullMarked
package io.github.redisqueue.redis;

import org.jspecify.annotations.NullMarked;
