package io.github.redisqueue.script;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BatchesTest {

	private static final int MIB = 1024 * 1024;

	@Test
	void nothingMakesNoBatch() {
		assertThat(Batches.of(List.<Integer>of(), (size) -> size)).isEmpty();
	}

	@Test
	void aBatchHoldsFiveHundred() {
		List<Integer> all = IntStream.range(0, 1001).boxed().toList();
		List<List<Integer>> batches = Batches.of(all, (number) -> 1);
		assertThat(batches).extracting(List::size).containsExactly(500, 500, 1);
		assertThat(batches.stream().flatMap(List::stream)).containsExactlyElementsOf(all);
	}

	@Test
	void aBatchHoldsFourMebibytes() {
		assertThat(Batches.of(List.of(2 * MIB, 2 * MIB, 1), (size) -> size)).containsExactly(List.of(2 * MIB, 2 * MIB),
				List.of(1));
	}

	@Test
	void whatIsLargerThanABatchStandsAlone() {
		assertThat(Batches.of(List.of(1, 9 * MIB, 9 * MIB, 1), (size) -> size)).containsExactly(List.of(1),
				List.of(9 * MIB), List.of(9 * MIB), List.of(1));
	}

}
