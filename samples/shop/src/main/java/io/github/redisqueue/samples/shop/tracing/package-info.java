/**
 * The newest spans, over HTTP. A real application exports them instead.
 */
@NullMarked
package io.github.redisqueue.samples.shop.tracing;

import org.jspecify.annotations.NullMarked;
