package io.github.redisqueue.algorithm;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.script.Script;

/**
 * The scripts of an algorithm, which lie beside a class of its package. Immutable.
 */
public final class ScriptSet {

	private final Map<Transition, Script> scripts = new EnumMap<>(Transition.class);

	/**
	 * Loads the scripts of all transitions.
	 * @param neighbour a class beside which they lie
	 */
	public ScriptSet(Class<?> neighbour) {
		for (Transition transition : Transition.values()) {
			this.scripts.put(transition, Script.beside(neighbour, transition.name().toLowerCase(Locale.ROOT)));
		}
	}

	/**
	 * A script.
	 * @param transition the transition that it makes
	 * @return the script
	 */
	public Script get(Transition transition) {
		return this.scripts.get(transition);
	}

}
