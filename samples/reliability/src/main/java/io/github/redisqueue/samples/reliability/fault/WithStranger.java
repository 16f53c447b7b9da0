package io.github.redisqueue.samples.reliability.fault;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.Setting;

/**
 * Another fault, right after which an instance starts that has other settings for the
 * queues. It must be refused, as instances that run have recorded theirs again.
 *
 * @param loss the fault, after which Redis may lack what was recorded
 */
record WithStranger(Fault loss) implements Fault {

	@Override
	public String name() {
		return this.loss.name() + "-stranger";
	}

	@Override
	public Set<Effect> effects() {
		return this.loss.effects();
	}

	@Override
	public Setting setting() {
		return this.loss.setting();
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		Map<String, Object> facts = new LinkedHashMap<>(this.loss.strike(scene, random));
		facts.put("losesTo", Clock.now());
		facts.put("healed", Clock.now());
		facts.put("strangers", scene.stage().workers().startsStranger() ? 1 : 0);
		return facts;
	}

}
