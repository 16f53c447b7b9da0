/**
 * Sends jobs: the template, its requests and its results.
 */
@NullMarked
package io.github.redisqueue.template;

import org.jspecify.annotations.NullMarked;
