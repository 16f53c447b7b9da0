/**
 * The mutation gate: takes out one guard at a time, and requires that a test turns red.
 * Goes out in the test-jar.
 */
@NullMarked
package io.github.redisqueue.test.mutation;

import org.jspecify.annotations.NullMarked;
