package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Effect;

/**
 * Something that can go wrong. What a strike breaks it also heals.
 */
final class Fault {

	/** No facts about a strike. */
	static final Map<String, Object> NO_FACTS = Map.of();

	private final String name;

	private final Strike strike;

	private final Set<Effect> effects;

	private Setting setting = Setting.STANDALONE;

	private int leastStrikes = 1;

	private Duration pause = Duration.ofMillis(800);

	private boolean needsPreviousVersion;

	private Cure cure = (scene) -> {
	};

	/**
	 * A fault of one server.
	 * @param strike breaks something, and heals it
	 */
	Fault(String name, Strike strike, Effect... effects) {
		this.name = name;
		this.strike = strike;
		this.effects = Set.of(effects);
	}

	/** Sets which Redis the fault needs. */
	Fault on(Setting wanted) {
		this.setting = wanted;
		return this;
	}

	/** Sets how often the fault strikes in a cell at least, however long that takes. */
	Fault atLeast(int strikes) {
		this.leastStrikes = strikes;
		return this;
	}

	/** Sets for how long nothing is broken after a strike, at most. */
	Fault pausing(Duration longest) {
		this.pause = longest;
		return this;
	}

	/** Sets what heals what the last strike left, before the queues are drained. */
	Fault curedBy(Cure last) {
		this.cure = last;
		return this;
	}

	/** Says that the fault needs workers of a previous version. */
	Fault withPreviousVersion() {
		this.needsPreviousVersion = true;
		return this;
	}

	/**
	 * The same fault, right after which an instance starts that has other settings for
	 * the queues. It must be refused, as instances that run have recorded theirs again.
	 */
	Fault withStranger() {
		return new Fault(this.name + "-stranger", (scene, random) -> {
			Map<String, Object> facts = new LinkedHashMap<>(this.strike.on(scene, random));
			facts.put("losesTo", Clock.now());
			facts.put("healed", Clock.now());
			facts.put("strangers", scene.stage().workers().startsStranger() ? 1 : 0);
			return facts;
		}, this.effects.toArray(Effect[]::new));
	}

	String name() {
		return this.name;
	}

	Set<Effect> effects() {
		return this.effects;
	}

	Setting setting() {
		return this.setting;
	}

	int leastStrikes() {
		return this.leastStrikes;
	}

	Duration pause() {
		return this.pause;
	}

	/** Whether the fault needs workers of a previous version. */
	boolean needsPreviousVersion() {
		return this.needsPreviousVersion;
	}

	Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		return this.strike.on(scene, random);
	}

	void heal(Scene scene) throws InterruptedException {
		this.cure.heal(scene);
	}

	/**
	 * Breaks something, and heals it.
	 */
	interface Strike {

		/**
		 * Strikes.
		 * @return facts for the history: {@code times} if the fault struck several times,
		 * {@code losesFrom} if Redis may have forgotten what it confirmed since,
		 * {@code losesTo} if that ended before the strike did, {@code losesOf} if that
		 * concerns some processes only, and {@code healed} if jobs have to be handled
		 * again before the strike ends
		 */
		Map<String, Object> on(Scene scene, Random random) throws InterruptedException;

	}

	/**
	 * Heals what a fault left.
	 */
	interface Cure {

		void heal(Scene scene) throws InterruptedException;

	}

}
