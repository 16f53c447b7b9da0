package io.github.redisqueue.shard;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.TimeOrderedId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ShardsTest {

	/** Whoever changes one of these loses the jobs of everybody's queues. */
	@ParameterizedTest
	@CsvSource({ "a, 3, 0", "a, 12, 3", "order-4711, 3, 1", "order-4711, 1000, 23",
			"0197fa2e-7c4b-7e3a-9d55-0c1b2a3d4e5f, 12, 8", "ähre, 12, 11", "日本語, 12, 1", "😀, 1000, 756", "'', 3, 0" })
	void aJobBelongsToTheSameShardForEver(String id, int count, int shard) {
		assertThat(Shards.number(id, count)).isEqualTo(shard);
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 8, 12, 16, 100 })
	void idsOfOurOwnMakingAreSpreadEvenly(int count) {
		assertEven(Stream.generate(TimeOrderedId::next).limit(count * 1000L).toList(), count);
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 8, 12, 16, 100 })
	void idsThatAreNumberedAreSpreadEvenly(int count) {
		assertEven(IntStream.range(0, count * 1000).mapToObj((i) -> "order-" + i).toList(), count);
	}

	private static void assertEven(List<String> ids, int count) {
		Map<Integer, Integer> sizes = new HashMap<>();
		ids.forEach((id) -> sizes.merge(Shards.number(id, count), 1, Integer::sum));
		assertThat(sizes).hasSize(count);
		// With 1000 expected the standard deviation is under 32.
		assertThat(sizes.values()).allSatisfy((size) -> assertThat(size).isBetween(800, 1200));
	}

}
