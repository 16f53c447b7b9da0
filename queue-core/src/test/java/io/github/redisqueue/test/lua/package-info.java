/**
 * The rules for scripts, checked on parsed Lua. Goes out in the test-jar.
 */
@NullMarked
package io.github.redisqueue.test.lua;

import org.jspecify.annotations.NullMarked;
