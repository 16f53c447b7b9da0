package io.github.redisqueue.samples.benchmark;

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
record Measurement(@JsonUnwrapped Label label, long jobs, double seconds, Figures figures,
		Map<String, CommandUse> commands) {

	/**
	 * The use of a command.
	 *
	 * @param calls the number of calls
	 * @param micros the total time of these calls in µs
	 */
	record CommandUse(long calls, long micros) {
	}

}
