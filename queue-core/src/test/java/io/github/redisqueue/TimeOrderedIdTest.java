package io.github.redisqueue;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

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
