/**
 * Which tenant a request or a job belongs to.
 */
@NullMarked
package io.github.redisqueue.samples.shop.tenant;

import org.jspecify.annotations.NullMarked;
