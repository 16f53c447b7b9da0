package io.github.redisqueue.samples.benchmark;

/**
 * Identifies a measurement: its phase, the type of the queue and what else tells it from
 * others, and the number of the round, from 1 on, or 0 or less in a warm-up.
 */
record Label(String phase, String queue, int round) {

	boolean inWarmup() {
		return this.round < 1;
	}

	/** The label that all rounds of a kind have in common. */
	Label ofFirstRound() {
		return new Label(this.phase, this.queue, 1);
	}

	@Override
	public String toString() {
		return this.queue + ", " + (inWarmup() ? "warm-up" : "round " + this.round) + ": " + this.phase;
	}

}
