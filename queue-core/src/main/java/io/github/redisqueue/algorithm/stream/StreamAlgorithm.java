package io.github.redisqueue.algorithm.stream;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * The {@code stream} algorithm: a stream with a
 * <a href="https://redis.io/docs/latest/commands/xreadgroup/">consumer group</a>, whose
 * pending entries are the leased jobs. For each pending entry the server itself records
 * the consumer, the idle time and the number of deliveries, from which instances detect
 * expired leases. Leasing takes over jobs with an expired lease before it leases new
 * ones. Cleaning puts such jobs at the tail.
 */
public final class StreamAlgorithm implements Algorithm {

	private static final Map<Transition, Script> SCRIPTS = Transition.load("stream");

	private static final Script LOOK = Script.load("stream/look");

	private final StreamKeys keys;

	private final StreamCleaner cleaner;

	private final List<String> lookKeys;

	/**
	 * The algorithm for one queue.
	 * @param keys the keys of the queue
	 * @param settings its settings
	 * @param scripts runs its scripts
	 */
	public StreamAlgorithm(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		this.lookKeys = Stream.of("stream", "delayed", "joining", "firings", "paused").map(keys::key).toList();
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
	public Script look() {
		return LOOK;
	}

	@Override
	public List<String> lookKeys() {
		return this.lookKeys;
	}

	@Override
	public Optional<CleanReport> light(CleaningTurn turn) {
		return this.cleaner.light(turn);
	}

}
