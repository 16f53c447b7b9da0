package io.github.redisqueue.algorithm.audit;

import io.github.redisqueue.algorithm.audit.AuditNotes.ListedIds;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ListedIdsTest {

	@Test
	void itKnowsExactlyTheIdsItWasGiven() {
		ListedIds listed = new ListedIds();
		for (int i = 0; i < 100_000; i += 2) {
			listed.add("order:" + i);
		}
		listed.sorted();
		for (int i = 0; i < 100_000; i++) {
			assertThat(listed.contains("order:" + i)).isEqualTo(i % 2 == 0);
		}
	}

	@Test
	void anEmptyOneKnowsNone() {
		assertThat(new ListedIds().sorted().contains("a")).isFalse();
	}

}
