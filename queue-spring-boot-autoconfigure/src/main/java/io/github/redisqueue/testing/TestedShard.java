package io.github.redisqueue.testing;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;
import io.github.redisqueue.shard.Algorithms;

/**
 * A queue without shards, or one shard, whose data a test changes.
 *
 * @param keys the keys
 * @param algorithm supplies the calls with the keys
 * @param scripts the scripts for its type
 */
record TestedShard(QueueKeys keys, Algorithm algorithm, Transitions scripts) {

	private static final Map<QueueType, Transitions> SCRIPTS = new EnumMap<>(QueueType.class);
	static {
		for (QueueType type : QueueType.values()) {
			SCRIPTS.put(type, Transitions.load(type.name().toLowerCase(Locale.ROOT)));
		}
	}

	static TestedShard of(QueueType type, QueueKeys keys, QueueSettings settings, Scripts runner) {
		return new TestedShard(keys, Algorithms.of(type, keys, settings, runner),
				Objects.requireNonNull(SCRIPTS.get(type)));
	}

	/**
	 * What only tests do to a queue of one type.
	 *
	 * @param advance moves all times
	 * @param purge deletes everything
	 */
	record Transitions(Script advance, Script purge) {

		static Transitions load(String type) {
			return new Transitions(Script.load("testing/advance_" + type), Script.load("testing/purge_" + type));
		}

	}

}
