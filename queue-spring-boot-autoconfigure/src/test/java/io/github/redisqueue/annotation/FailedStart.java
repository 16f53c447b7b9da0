package io.github.redisqueue.annotation;

import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.InvalidListenerException;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Starts that are to fail because of a listener.
 */
final class FailedStart {

	private FailedStart() {
	}

	static void assertThatStartFails(Class<?> type, String description, String action) {
		assertThatStartFails(QueueContexts.withoutRedis().withBean("listener", type), description, action);
	}

	static void assertThatStartFails(ApplicationContextRunner runner, String description, String action) {
		runner.run((context) -> {
			assertThat(context).hasFailed();
			assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
				.isInstanceOfSatisfying(InvalidListenerException.class, (failure) -> {
					assertThat(failure.description()).contains(description);
					assertThat(failure.action()).contains(action);
				});
		});
	}

}
