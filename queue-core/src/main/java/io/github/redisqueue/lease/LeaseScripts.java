package io.github.redisqueue.lease;

import io.github.redisqueue.redis.Script;

/**
 * The scripts of this algorithm, one for each transition.
 */
final class LeaseScripts {

	static final Script ADD = script("add");

	static final Script LEASE = script("lease");

	static final Script START = script("start");

	static final Script EXTEND = script("extend");

	static final Script COMPLETE = script("complete");

	static final Script RETRY = script("retry");

	static final Script RELEASE = script("release");

	static final Script BURY = script("bury");

	static final Script REDRIVE = script("redrive");

	static final Script CANCEL = script("cancel");

	static final Script RECLAIM = script("reclaim");

	static final Script SCAN = script("scan");

	static final Script HEAL = script("heal");

	static final Script SWEEP = script("sweep");

	static final Script COUNTS = script("counts");

	static final Script PAUSE = script("pause");

	static final Script RESUME = script("resume");

	static final Script LIST = script("list");

	private LeaseScripts() {
	}

	private static Script script(String verb) {
		return Script.beside(LeaseScripts.class, verb);
	}

}
