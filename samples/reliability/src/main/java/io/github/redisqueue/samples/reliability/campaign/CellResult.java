package io.github.redisqueue.samples.reliability.campaign;

import java.nio.file.Path;

import io.github.redisqueue.samples.reliability.checker.Verdict;

/**
 * What a cell showed.
 *
 * @param fault the name of the fault
 * @param seed the seed of the campaign
 * @param histories the directory of its histories
 * @param verdict what the checker says
 */
public record CellResult(String fault, long seed, Path histories, Verdict verdict) {

}
