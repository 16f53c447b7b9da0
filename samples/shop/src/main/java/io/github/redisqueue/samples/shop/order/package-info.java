/**
 * Orders, as they are stored in the database.
 */
@NullMarked
package io.github.redisqueue.samples.shop.order;

import org.jspecify.annotations.NullMarked;
