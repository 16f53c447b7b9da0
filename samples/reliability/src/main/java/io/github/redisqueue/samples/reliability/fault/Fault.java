package io.github.redisqueue.samples.reliability.fault;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.Setting;

/**
 * Something that can go wrong. Stateless: what a strike breaks it also heals.
 */
public interface Fault {

	/** No facts about a strike. */
	Map<String, Object> NO_FACTS = Map.of();

	/**
	 * The name of the fault.
	 * @return a short name in lower case
	 */
	String name();

	/**
	 * What the fault may do although the queues keep their promises.
	 * @return the effects
	 */
	Set<Effect> effects();

	/**
	 * Which Redis the fault needs.
	 * @return the setting
	 */
	default Setting setting() {
		return Setting.STANDALONE;
	}

	/**
	 * Whether the fault needs workers of a previous version.
	 * @return whether it does
	 */
	default boolean needsPreviousVersion() {
		return false;
	}

	/**
	 * How often the fault strikes in a cell at least, however long that takes.
	 * @return the number of strikes
	 */
	default int leastStrikes() {
		return 1;
	}

	/**
	 * How long nothing is broken after a strike.
	 * @return the longest pause
	 */
	default Duration pause() {
		return Duration.ofMillis(800);
	}

	/**
	 * Breaks something, and heals it.
	 * @param scene what to break
	 * @param random makes all choices
	 * @return facts for the history: {@code times} if the fault struck several times,
	 * {@code losesFrom} if Redis may have forgotten what it confirmed since,
	 * {@code losesTo} if that ended before the strike did, {@code losesOf} if that
	 * concerns some processes only, and {@code healed} if jobs have to be handled again
	 * before the strike ends
	 * @throws InterruptedException if the thread is interrupted
	 */
	Map<String, Object> strike(Scene scene, Random random) throws InterruptedException;

	/**
	 * Heals what the last strike left, before the queues are drained.
	 * @param scene what to heal
	 * @throws InterruptedException if the thread is interrupted
	 */
	default void heal(Scene scene) throws InterruptedException {
	}

}
