/**
 * A shop whose orders are paid and shipped by work queues. Each package is one concern:
 * {@code payment} uses {@code shipping}, which uses {@code notification}.
 */
@NullMarked
package io.github.redisqueue.samples.shop;

import org.jspecify.annotations.NullMarked;
