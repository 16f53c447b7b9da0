package io.github.redisqueue.samples.reliability.campaign;

import io.github.redisqueue.samples.reliability.fault.Fault;

/**
 * A part of a campaign: a fault and all queues.
 *
 * @param number the number of the cell in its campaign, from 1 on
 * @param fault the fault
 * @param campaignSeed the seed of the campaign
 */
record Cell(int number, Fault fault, long campaignSeed) {

	/** Decides on jobs and faults, and does not depend on which other cells run. */
	long seed() {
		return this.campaignSeed * 31 + this.fault.name().hashCode();
	}

	/** The beginning of the ids of its jobs, and the name of its directory. */
	String name() {
		return "%02d-%s".formatted(this.number, this.fault.name());
	}

}
