package io.github.redisqueue;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TimeOrderedIdTest {

	@Test
	void anIdIsAUuidOfVersionSevenWithTheTimeOfItsMaking() {
		Instant before = Instant.ofEpochMilli(System.currentTimeMillis());
		String id = TimeOrderedId.next();
		assertThat(UUID.fromString(id).version()).isEqualTo(7);
		assertThat(UUID.fromString(id).variant()).isEqualTo(2);
		assertThat(TimeOrderedId.timeOf(id)).isBetween(before, Instant.now());
	}

	@Test
	void anIdCanContainAnotherTime() {
		assertThat(List.of(Instant.EPOCH, Instant.parse("2100-01-01T00:00:00.123Z"), TimeOrderedId.LATEST))
			.allSatisfy((time) -> {
				String id = TimeOrderedId.next(time);
				assertThat(TimeOrderedId.timeOf(id)).isEqualTo(time);
				assertThat(UUID.fromString(id).version()).isEqualTo(7);
				assertThat(TimeOrderedId.next(time)).isNotEqualTo(id);
			});
	}

	@Test
	void processesWithTheSameRandomNumbersMakeDifferentIdsForOneReadyTime() {
		Instant time = Instant.parse("2100-01-01T00:00:00Z");
		assertThat(TimeOrderedId.next(time, new Random(1))).isNotEqualTo(TimeOrderedId.next(time, new Random(1)));
	}

	@Test
	void aTimeThatDoesNotFitIsRefused() {
		for (Instant time : List.of(Instant.EPOCH.minusNanos(1), TimeOrderedId.LATEST.plusNanos(1), Instant.MAX)) {
			assertThatIllegalArgumentException().isThrownBy(() -> TimeOrderedId.next(time))
				.withMessageContaining(
						"must be between 1970-01-01T00:00:00Z and +10889-08-02T05:31:50.655Z, but is " + time);
		}
	}

	@Test
	void idsDiffer() {
		Set<String> ids = new HashSet<>();
		for (int i = 0; i < 10_000; i++) {
			ids.add(TimeOrderedId.next());
		}
		assertThat(ids).hasSize(10_000);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "42", "9b2de9dc-5f0e-4b3c-8e5d-0c3e2b0a9f11", "zzzzzzzz-zzzz-7zzz-zzzz-zzzzzzzzzzzz" })
	void otherIdsTellNoTime(String id) {
		assertThat(TimeOrderedId.timeOf(id)).isNull();
	}

}
