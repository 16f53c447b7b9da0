package io.github.redisqueue.test;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Connections over which a script comes late for the first time: others act before the
 * server gets it. If they throw an exception, the server never gets it. Thread-safe.
 */
final class LateScript implements ScriptChange {

	private final String path;

	private final Runnable others;

	private final AtomicBoolean isLate = new AtomicBoolean(true);

	/**
	 * Lets a script come late.
	 * @param name the name of the script, without its folder
	 * @param others what happens before
	 */
	LateScript(String name, Runnable others) {
		this.path = "/" + name + ".lua\n";
		this.others = others;
	}

	@Override
	public void evalSha(Object[] arguments) {
		if (this.isLate.get()) {
			throw ScriptChange.unknownScript();
		}
	}

	@Override
	public void eval(Object[] arguments) {
		boolean isIt = new String((byte[]) arguments[0], StandardCharsets.UTF_8).contains(this.path);
		if (isIt && this.isLate.getAndSet(false)) {
			this.others.run();
		}
	}

}
