package io.github.redisqueue.samples.benchmark.result;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * The measurement of one phase.
 *
 * @param label identifies the measurement
 * @param jobs the number of jobs that the phase processed
 * @param seconds the duration
 * @param figures the figures
 * @param commands the use of each command by its name; scripts include the commands that
 * they ran
 */
public record Measurement(@JsonUnwrapped Label label, long jobs, double seconds, Figures figures,
		Map<String, CommandUse> commands) {

	/**
	 * The use of a command.
	 *
	 * @param calls the number of calls
	 * @param micros the total time of these calls in µs
	 */
	public record CommandUse(long calls, long micros) {

		/**
		 * The use since an earlier reading.
		 * @param before the earlier use
		 * @return the difference
		 */
		public CommandUse minus(CommandUse before) {
			return new CommandUse(this.calls - before.calls, this.micros - before.micros);
		}

	}

}
