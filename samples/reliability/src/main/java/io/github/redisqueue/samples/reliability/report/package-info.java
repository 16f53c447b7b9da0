/**
 * Reports of a campaign.
 */
@NullMarked
package io.github.redisqueue.samples.reliability.report;

import org.jspecify.annotations.NullMarked;
