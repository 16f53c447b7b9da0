/**
 * Reads and checks the properties of an application, and converts them to settings.
 * Internal, except for the properties themselves.
 */
@NullMarked
package io.github.redisqueue.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
