/**
 * What everybody does whose work Redis refuses: tell of it once, and try again.
 */
@NullMarked
package io.github.redisqueue.outage;

import org.jspecify.annotations.NullMarked;
