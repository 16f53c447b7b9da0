/**
 * One run of a listener, which all of its parts serve. Internal, but for the
 * configuration.
 */
@NullMarked
package io.github.redisqueue.listener.run;

import org.jspecify.annotations.NullMarked;
