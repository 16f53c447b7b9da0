package io.github.redisqueue.template;

import java.time.Duration;

import io.github.redisqueue.Job;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SendRequestTest {

	@Test
	void isPrintedWithoutCharactersThatForgeLines() {
		assertThat(SendRequest.of("text").withId("a\nb")).hasToString("SendRequest[a\\nb, java.lang.String]");
	}

	@Test
	void aDelayThatIsNegativeOrTooLongIsRefusedAtOnce() {
		SendRequest request = SendRequest.of("text").withDelay(Job.MAX_DELAY).withDelay(Duration.ZERO);
		assertThatIllegalArgumentException().isThrownBy(() -> request.withDelay(Duration.ofDays(366)))
			.withMessage("The delay of a job must be between zero and 365 days, but is PT8784H");
		assertThatIllegalArgumentException().isThrownBy(() -> request.withDelay(Duration.ofMillis(-1)));
	}

}
