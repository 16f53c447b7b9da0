package io.github.redisqueue.autoconfigure.assembly;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConfiguredQueuesTest {

	@Test
	void theVersionIsLoggedIfItIsKnown() {
		assertThat(ConfiguredQueues.describe("1.2.3", "queue:", "one"))
			.isEqualTo("Redis Queue 1.2.3, key prefix 'queue:', worker id 'one'");
	}

}
