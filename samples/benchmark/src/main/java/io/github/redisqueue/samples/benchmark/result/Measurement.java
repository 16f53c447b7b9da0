package io.github.redisqueue.samples.benchmark.result;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * What was measured of one phase.
 *
 * @param label what it is of
 * @param jobs how many jobs went through it
 * @param seconds how long it took
 * @param figures the figures
 * @param commands what the server ran, by the name of the command; scripts count with all
 * that they ran
 */
public record Measurement(@JsonUnwrapped Label label, long jobs, double seconds, Figures figures,
		Map<String, CommandUse> commands) {

	/**
	 * How much a command was used.
	 *
	 * @param calls how many times it was called
	 * @param micros how long that took the server in all
	 */
	public record CommandUse(long calls, long micros) {

		/**
		 * The use since an earlier look.
		 * @param before what there was then
		 * @return the difference
		 */
		public CommandUse minus(CommandUse before) {
			return new CommandUse(this.calls - before.calls, this.micros - before.micros);
		}

	}

}
