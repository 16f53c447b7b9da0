package io.github.redisqueue.script;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Sends scripts to Redis: over the connection that all calls share, or over one that is
 * kept for an addition until it is confirmed.
 */
interface Evaluator {

	/**
	 * Runs a script, with {@code EVALSHA} or {@code EVAL}. May throw what the client
	 * throws, instead of returning a reply that has failed.
	 * @param sha the SHA-1 of the script, by which a server knows it that has run it
	 * @param source the script, for a server that has replied that it does not know it;
	 * null to send the SHA-1 alone
	 * @param keys the number of keys, at least 1; the first one decides about the node of
	 * a Redis Cluster
	 * @param parts the keys, then the arguments
	 */
	CompletionStage<List<@Nullable Object>> evaluate(String sha, byte @Nullable [] source, int keys, byte[][] parts);

}
