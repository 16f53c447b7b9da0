package io.github.redisqueue.listener;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ListenerSettingsTest {

	private static void assertRefused(TestSettings settings, String message) {
		assertThatIllegalArgumentException().isThrownBy(settings::build).withMessage(message);
	}

	@Test
	void impossibleOnesAreRefused() {
		assertRefused(new TestSettings().concurrency(0), "The concurrency of a listener is at least 1, not 0");
		assertRefused(new TestSettings().prefetch(-1), "The prefetch of a listener is at least 0, not -1");
		assertRefused(new TestSettings().pollInterval(Duration.ZERO),
				"The poll interval of a listener is at least 1 ms, not PT0S");
		assertRefused(new TestSettings().shutdownTimeout(Duration.ofSeconds(-1)),
				"The shutdown timeout of a listener is at least zero, not PT-1S");
	}

	@Test
	void theSmallestAreTaken() {
		ListenerSettings settings = new TestSettings().concurrency(1)
			.prefetch(0)
			.pollInterval(Duration.ofMillis(1))
			.shutdownTimeout(Duration.ZERO)
			.build();
		assertThat(settings.concurrency()).isEqualTo(1);
	}

}
