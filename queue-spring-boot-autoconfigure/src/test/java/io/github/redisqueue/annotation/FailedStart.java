package io.github.redisqueue.annotation;

import java.util.List;

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

	static void assertThatStartFails(ApplicationContextRunner runner, String description, String action) {
		assertThatStartFails(runner, List.of(description), List.of(action));
	}

	static void assertThatStartFails(ApplicationContextRunner runner, List<String> description, List<String> action) {
		runner.run((context) -> {
			assertThat(context).as("a start that is refused: %s", description).hasFailed();
			assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
				.isInstanceOfSatisfying(InvalidListenerException.class, (failure) -> {
					assertThat(failure.description()).contains(description);
					assertThat(failure.action()).contains(action);
				});
		});
	}

}
