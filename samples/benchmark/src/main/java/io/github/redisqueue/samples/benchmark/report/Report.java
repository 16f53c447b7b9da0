package io.github.redisqueue.samples.benchmark.report;

import java.time.Instant;
import java.util.Map;

import io.github.redisqueue.samples.benchmark.result.Environment;
import io.github.redisqueue.samples.benchmark.result.Result;

/**
 * The report of one run of the benchmark.
 * 
 * @param command the name of the command
 * @param started the start of the measurement
 * @param options the values of the options by name
 * @param environment the software and hardware of the measurement
 * @param result the results
 */
public record Report(String command, Instant started, Map<String, String> options, Environment environment,
		Result result) {

}
