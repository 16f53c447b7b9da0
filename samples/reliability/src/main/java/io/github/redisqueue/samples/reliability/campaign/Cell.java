package io.github.redisqueue.samples.reliability.campaign;

import io.github.redisqueue.samples.reliability.fault.Fault;

/**
 * A part of a campaign: a fault and all queues.
 *
 * @param number the number of the cell in its campaign, from 1 on
 * @param fault the fault
 * @param seed decides on jobs and faults
 */
record Cell(int number, Fault fault, long seed) {

	/**
	 * Creates a cell whose seed does not depend on which other cells run.
	 */
	static Cell of(int number, Fault fault, long campaignSeed) {
		return new Cell(number, fault, campaignSeed * 31 + fault.name().hashCode());
	}

	/** The beginning of the ids of its jobs, and the name of its directory. */
	String name() {
		return "%02d-%s".formatted(this.number, this.fault.name());
	}

}
