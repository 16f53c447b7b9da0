package io.github.redisqueue.samples.benchmark.report;

import java.time.Instant;
import java.util.Map;

import io.github.redisqueue.samples.benchmark.result.Environment;
import io.github.redisqueue.samples.benchmark.result.Result;

/**
 * All there is to tell.
 *
 * @param command what was measured
 * @param started when that began
 * @param options what was asked for
 * @param environment where it was measured
 * @param result what it brought
 */
public record Report(String command, Instant started, Map<String, String> options, Environment environment,
		Result result) {

}
