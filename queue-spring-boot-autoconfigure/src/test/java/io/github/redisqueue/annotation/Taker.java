package io.github.redisqueue.annotation;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

/**
 * A listener that remembers what it was given.
 */
class Taker {

	final List<@Nullable Object> taken = new CopyOnWriteArrayList<>();

	final void takes(@Nullable Object... taken) {
		this.taken.addAll(Arrays.asList(taken));
	}

}
