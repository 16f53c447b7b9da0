package io.github.redisqueue.script;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Sends scripts to Redis.
 */
interface Evaluator {

	/**
	 * Runs a script that the server knows.
	 * @param sha the SHA-1 of the script
	 * @param keys the number of keys
	 * @param parts the keys, then the arguments
	 * @return the reply, or the exception of the client
	 */
	CompletionStage<List<@Nullable Object>> evalSha(String sha, int keys, byte[][] parts);

	/**
	 * Runs a script that the server may not know.
	 * @param source the script
	 * @param keys the number of keys
	 * @param parts the keys, then the arguments
	 * @return the reply, or the exception of the client
	 */
	CompletionStage<List<@Nullable Object>> eval(byte[] source, int keys, byte[][] parts);

}
