package io.github.redisqueue.samples.benchmark;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * The measurement of one phase: how many jobs it processed, the figures, and the use of
 * each command by its name. Scripts include the commands that they ran.
 */
record Measurement(@JsonUnwrapped Label label, long jobs, double seconds, Figures figures,
		Map<String, CommandUse> commands) {

	/** How often a command was called, and the total time of these calls. */
	record CommandUse(long calls, long micros) {
	}

}
