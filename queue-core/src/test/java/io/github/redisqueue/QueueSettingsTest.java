package io.github.redisqueue;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class QueueSettingsTest {

	private final QueueSettings settings = QueueSettings.builder("one", Duration.ofSeconds(1))
		.maxRetries(4)
		.maxCrashes(5)
		.maxDeadLetters(6)
		.maxDeadLetterAge(Duration.ofDays(7))
		.dedupWindow(Duration.ofHours(8))
		.build();

	@Test
	void everythingButTheWorkerAndTheLeaseTimeHasADefault() {
		QueueSettings defaults = QueueSettings.of("one", Duration.ofSeconds(1));
		assertThat(defaults.worker()).isEqualTo("one");
		assertThat(defaults.leaseTime()).isEqualTo(Duration.ofSeconds(1));
		assertThat(defaults.maxRetries()).isEqualTo(3);
		assertThat(defaults.maxCrashes()).isEqualTo(3);
		assertThat(defaults.maxDeadLetters()).isEqualTo(10_000);
		assertThat(defaults.maxDeadLetterAge()).isEqualTo(Duration.ofDays(30));
		assertThat(defaults.dedupWindow()).isZero();
	}

	@Test
	void aBuilderOfPresentSettingsKeepsThem() {
		assertThat(this.settings.toBuilder().build()).isEqualTo(this.settings).hasSameHashCodeAs(this.settings);
		QueueSettings other = this.settings.toBuilder().maxCrashes(9).build();
		assertThat(other).isNotEqualTo(this.settings);
		assertThat(other.maxCrashes()).isEqualTo(9);
		assertThat(other.maxDeadLetters()).isEqualTo(6);
	}

	@Test
	void aDedupWindowIsRoundedUpToMilliseconds() {
		assertThat(this.settings.toBuilder().dedupWindow(Duration.ofNanos(1)).build().dedupWindow())
			.isEqualTo(Duration.ofMillis(1));
	}

	@Test
	void aValueThatIsNotAllowedIsRefusedWithIt() {
		assertThatIllegalArgumentException().isThrownBy(() -> QueueSettings.of(" ", Duration.ofSeconds(1)));
		assertThatIllegalArgumentException().isThrownBy(() -> QueueSettings.of("one\n", Duration.ofSeconds(1)))
			.withMessage("The id of a worker must not contain control characters, but is 'one\\n'");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.settings.toBuilder().maxDeadLetterAge(Duration.ofSeconds(Long.MAX_VALUE)).build())
			.withMessageContaining("between 1 ms and 365 days");
		assertThatIllegalArgumentException().isThrownBy(() -> QueueSettings.of("one", Duration.ofMillis(9)))
			.withMessageContaining("PT0.009S");
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.toBuilder().maxRetries(-1).build())
			.withMessageContaining("-1");
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.toBuilder().maxCrashes(0).build())
			.withMessageContaining("is 0");
		assertThatIllegalArgumentException().isThrownBy(() -> this.settings.toBuilder().maxDeadLetters(0).build())
			.withMessageContaining("is 0");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.settings.toBuilder().maxDeadLetterAge(Duration.ZERO).build())
			.withMessageContaining("PT0S");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.settings.toBuilder().dedupWindow(Duration.ofMillis(-1)).build())
			.withMessageContaining("PT-0.001S");
	}

}
