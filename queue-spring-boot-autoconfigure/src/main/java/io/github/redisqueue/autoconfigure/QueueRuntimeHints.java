package io.github.redisqueue.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Includes the Lua scripts and the page of the console in native images.
 */
final class QueueRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("redisqueue/**/*.lua");
		hints.resources().registerPattern("io/github/redisqueue/console/index.html");
		hints.resources().registerPattern("io/github/redisqueue/console/assets/**");
	}

}
