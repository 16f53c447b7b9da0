package io.github.redisqueue.test.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The list of mutations of a module fits its sources, its tests and the documentation,
 * also as long as nobody runs the {@link MutationGate}.
 */
public abstract class MutationListContract {

	/** Seen from the directory of a module. */
	private static final Path PAGE = Path.of("..", "docs", "mutations.md");

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

	/** A table that has to be mended can be copied from the message. */
	@Test
	final void theDocumentationHasTheTable() throws IOException {
		List<Mutation> mutations = MutationList.read();
		assertThat(Files.readString(PAGE)).contains(MutationList.table(mutations));
	}

}
