package io.github.redisqueue.algorithm.stream;

import java.util.Map;
import java.util.Objects;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.ScriptRunner;

/**
 * The {@code stream} algorithm: a stream whose consumer group holds what is leased. What
 * an abandoned job needs to be found, its holder, how long it has been held and how often
 * it was delivered, the server keeps by itself. Leasing takes over abandoned jobs before
 * it takes new ones; cleaning puts them at the tail.
 */
public final class StreamAlgorithm implements Algorithm {

	private static final Map<Transition, Script> SCRIPTS = Transition.load("stream");

	private final StreamKeys keys;

	private final StreamCleaner cleaner;

	/**
	 * The algorithm for one queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public StreamAlgorithm(QueueKeys keys, QueueSettings settings, ScriptRunner scripts) {
		this.keys = new StreamKeys(keys);
		this.cleaner = new StreamCleaner(this.keys, scripts, settings);
	}

	@Override
	public Script script(Transition transition) {
		return Objects.requireNonNull(SCRIPTS.get(transition));
	}

	@Override
	public Call call() {
		return this.keys.call();
	}

	@Override
	public CleanReport light() {
		return this.cleaner.light();
	}

	@Override
	public CleanReport deep() {
		return this.cleaner.deep();
	}

}
