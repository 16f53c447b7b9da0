package io.github.redisqueue.model;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ShrinkerTest {

	private static Stream<Integer> halfOf(int number) {
		return (number > 1) ? Stream.of(number / 2) : Stream.of();
	}

	@Test
	void leavesOutWhatTheFailureDoesNotNeed() {
		Shrinker<Integer> shrinker = new Shrinker<>((numbers) -> numbers.indexOf(17) >= 0 && numbers.contains(3),
				(number) -> Stream.of());
		assertThat(shrinker.shrink(IntStream.range(0, 20).boxed().toList())).containsExactly(3, 17);
	}

	@Test
	void replacesElementsBySimplerOnes() {
		Shrinker<Integer> shrinker = new Shrinker<>(
				(numbers) -> numbers.stream().mapToInt(Integer::intValue).sum() >= 8, ShrinkerTest::halfOf);
		assertThat(shrinker.shrink(List.of(1, 2, 64, 3))).containsExactly(8);
	}

}
