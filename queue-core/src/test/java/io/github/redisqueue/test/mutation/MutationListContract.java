package io.github.redisqueue.test.mutation;

import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The list of mutations of a module fits its sources and its tests, also as long as
 * nobody runs the {@link MutationGate}.
 */
public abstract class MutationListContract {

	@TestFactory
	final Stream<DynamicTest> theSourcesHaveTheGuardOnce() {
		return each((mutation) -> assertThat(mutation.mutatedSource()).contains(mutation.replacement()));
	}

	@TestFactory
	final Stream<DynamicTest> theTestExists() {
		return each((mutation) -> assertThat(mutation.test().selector()).isNotNull());
	}

	private static Stream<DynamicTest> each(Consumer<Mutation> check) {
		return MutationList.read()
			.stream()
			.map((mutation) -> DynamicTest.dynamicTest(mutation.name(), () -> check.accept(mutation)));
	}

}
