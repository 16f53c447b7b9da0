/**
 * The auto-configuration, its properties and its failure analysis.
 */
@NullMarked
package io.github.redisqueue.autoconfigure;

import org.jspecify.annotations.NullMarked;
