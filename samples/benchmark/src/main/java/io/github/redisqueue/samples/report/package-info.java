/**
 * The reports of the benchmark and of the campaign.
 */
@NullMarked
package io.github.redisqueue.samples.report;

import org.jspecify.annotations.NullMarked;
