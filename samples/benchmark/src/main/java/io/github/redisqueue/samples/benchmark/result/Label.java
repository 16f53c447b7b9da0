package io.github.redisqueue.samples.benchmark.result;

/**
 * Identifies a measurement.
 * 
 * @param phase the name of the phase
 * @param queue the type of the queue
 * @param side whether the library or a bare loop was measured
 * @param round the number of the round, from 1 on; 0 or less in a warm-up
 */
public record Label(String phase, String queue, Side side, int round) {

	/**
	 * The measured software.
	 */
	public enum Side {

		/** The library. */
		OURS,

		/** A bare loop of Lettuce. */
		BARE

	}

	/**
	 * The label of a measurement of the library.
	 * @param phase the name of the phase
	 * @param queue the type of the queue
	 * @param round the number of the round
	 * @return the label
	 */
	public static Label ours(String phase, String queue, int round) {
		return new Label(phase, queue, Side.OURS, round);
	}

	/**
	 * The label of a measurement of a bare loop.
	 * @param phase the name of the phase
	 * @param queue the type that the loop resembles
	 * @param round the number of the round
	 * @return the label
	 */
	public static Label bare(String phase, String queue, int round) {
		return new Label(phase, queue, Side.BARE, round);
	}

	/**
	 * Whether the round is a warm-up, which is not part of the result.
	 * @return whether it is a warm-up
	 */
	public boolean inWarmup() {
		return this.round < 1;
	}

	/**
	 * The type of the queue, and whether a bare loop was measured.
	 * @return a text for tables and charts
	 */
	public String who() {
		return this.queue + ((this.side == Side.BARE) ? ", bare" : "");
	}

	boolean isSameKind(Label other) {
		return this.phase.equals(other.phase) && this.queue.equals(other.queue) && this.side == other.side;
	}

	@Override
	public String toString() {
		return who() + ", " + (inWarmup() ? "warm-up" : "round " + this.round) + ": " + this.phase;
	}

}
