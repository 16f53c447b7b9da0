package io.github.redisqueue.listener;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ListenerSettingsTest {

	private static void assertRefused(ListenerSettings.Builder settings, String message) {
		assertThatIllegalArgumentException().isThrownBy(settings::build).withMessage(message);
	}

	@Test
	void impossibleOnesAreRefused() {
		assertRefused(Listening.settings().concurrency(0),
				"The concurrency of a listener must be between 1 and 10000, but is 0");
		assertRefused(Listening.settings().concurrency(10_001),
				"The concurrency of a listener must be between 1 and 10000, but is 10001");
		assertRefused(Listening.settings().prefetch(-1), "The prefetch of a listener must be at least 0, but is -1");
		assertRefused(Listening.settings().pollInterval(Duration.ZERO),
				"The poll interval of a listener must be between 1 ms and 365 days, but is PT0S");
		assertRefused(Listening.settings().pollInterval(Duration.ofSeconds(Long.MAX_VALUE)),
				"The poll interval of a listener must be between 1 ms and 365 days, but is PT2562047788015215H30M7S");
		assertRefused(Listening.settings().shutdownTimeout(Duration.ofSeconds(-1)),
				"The shutdown timeout of a listener must be between zero and 365 days, but is PT-1S");
		assertRefused(Listening.settings().shutdownTimeout(Duration.ofDays(366)),
				"The shutdown timeout of a listener must be between zero and 365 days, but is PT8784H");
	}

	@Test
	void theSmallestAreTaken() {
		ListenerSettings settings = Listening.settings()
			.concurrency(1)
			.prefetch(0)
			.pollInterval(Duration.ofMillis(1))
			.shutdownTimeout(Duration.ZERO)
			.build();
		assertThat(settings.concurrency()).isEqualTo(1);
	}

}
