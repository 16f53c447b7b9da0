/**
 * What tests of this project share: a Redis to test against, ways to break it, and the
 * contract that every queue keeps. Goes out in the test-jar.
 */
@NullMarked
package io.github.redisqueue.test;

import org.jspecify.annotations.NullMarked;
