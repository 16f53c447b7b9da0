package io.github.redisqueue.samples.reliability.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a campaign does.
 *
 * @param seeds decide on all jobs and faults
 * @param faults the faults, each of which has a cell for each seed
 * @param queues the names of the queues, all of which have jobs in each cell
 * @param cell for how long a cell has jobs and faults
 * @param output the directory for histories and logs
 * @param previous the executable jar of the campaign in another version, if there is one
 */
record CampaignPlan(List<Long> seeds, List<Fault> faults, List<String> queues, Duration cell, Path output,
		@Nullable Path previous) {

}
