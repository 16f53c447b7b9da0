package io.github.redisqueue.samples.benchmark.result;

/**
 * What a measurement is of.
 *
 * @param phase what was done
 * @param queue the type of the queue
 * @param side who did it
 * @param round which round it was, from 1 on; 0 or less in a warm-up
 */
public record Label(String phase, String queue, Side side, int round) {

	/**
	 * Who does the work.
	 */
	public enum Side {

		/** The library. */
		OURS,

		/** A bare loop of Lettuce. */
		BARE

	}

	/**
	 * What the library does.
	 * @param phase what is done
	 * @param queue the type of the queue
	 * @param round which round it is
	 * @return the label
	 */
	public static Label ours(String phase, String queue, int round) {
		return new Label(phase, queue, Side.OURS, round);
	}

	/**
	 * What a bare loop does.
	 * @param phase what is done
	 * @param queue the type that it resembles
	 * @param round which round it is
	 * @return the label
	 */
	public static Label bare(String phase, String queue, int round) {
		return new Label(phase, queue, Side.BARE, round);
	}

	/**
	 * Whether this is in a warm-up, which does not count.
	 * @return whether it is
	 */
	public boolean inWarmup() {
		return this.round < 1;
	}

	/**
	 * Who does the work, on what.
	 * @return the type of the queue, and whether it was a bare loop
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
