package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Effect;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;

/**
 * Something that can go wrong. What a strike breaks it also heals.
 */
final class Fault {

	private final String name;

	private final Strike strike;

	private final Set<Effect> effects;

	private Setting setting = Setting.STANDALONE;

	private int leastStrikes = 1;

	private Duration pause = Duration.ofMillis(800);

	private boolean needsPreviousVersion;

	private Cure cure = (scene) -> {
	};

	Fault(String name, Strike strike, Effect... effects) {
		this.name = name;
		this.strike = strike;
		this.effects = Set.of(effects);
	}

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

	Fault withPreviousVersion() {
		this.needsPreviousVersion = true;
		return this;
	}

	/**
	 * The same fault, right after which an instance starts that has other settings for
	 * the queues. It must be refused, as instances that run have recorded theirs again.
	 */
	Fault withStranger() {
		return new Fault(this.name + "-stranger", (scene, facts) -> {
			this.strike.on(scene, facts);
			facts.put("losesTo", Clock.now());
			facts.put("healed", Clock.now());
			facts.put("strangers", scene.workers().startsStranger() ? 1 : 0);
		}, this.effects.toArray(Effect[]::new));
	}

	String name() {
		return this.name;
	}

	Setting setting() {
		return this.setting;
	}

	boolean needsPreviousVersion() {
		return this.needsPreviousVersion;
	}

	void strikeUntil(long end, Scene scene) throws InterruptedException {
		int strikes = 0;
		do {
			scene.workers().awaitAll();
			long start = Clock.now();
			Map<String, Object> facts = new LinkedHashMap<>();
			this.strike.on(scene, facts);
			facts.put("fault", this.name);
			facts.put("effects", this.effects.stream().map(Effect::text).sorted().toList());
			scene.history().write(Operation.FAULT, Subject.ALL, start, Outcome.OK, facts);
			scene.pause(1, (int) this.pause.toMillis());
		}
		while (++strikes < this.leastStrikes || System.nanoTime() < end);
	}

	void heal(Scene scene) throws InterruptedException {
		this.cure.heal(scene);
	}

	/**
	 * Breaks something, heals it, and puts facts for the history, which the README of
	 * this module explains.
	 */
	interface Strike {

		void on(Scene scene, Map<String, Object> facts) throws InterruptedException;

	}

	/** Heals what a fault left. */
	interface Cure {

		void heal(Scene scene) throws InterruptedException;

	}

}
