package io.github.redisqueue.template;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import io.github.redisqueue.Job;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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

	@Test
	void hasEitherADelayOrAReadyTime() {
		Instant noon = Instant.parse("2026-11-22T12:00:00Z");
		SendRequest delayed = SendRequest.of("text").withDelay(Duration.ZERO);
		assertThatIllegalArgumentException().isThrownBy(() -> delayed.withReadyAt(noon))
			.withMessage("A job has either a delay or a ready time. This request has the delay PT0S, so it cannot have"
					+ " the ready time 2026-11-22T12:00:00Z too. Call either withDelay or withReadyAt");
		SendRequest due = SendRequest.of("text").withReadyAt(noon);
		assertThatIllegalArgumentException().isThrownBy(() -> due.withDelay(Duration.ZERO))
			.withMessage("A job has either a delay or a ready time. This request has the ready time"
					+ " 2026-11-22T12:00:00Z, so it cannot have the delay PT0S too. Call either withDelay or"
					+ " withReadyAt");
	}

	@Test
	void theLaterOfTwoDelaysCountsAndSoDoesTheLaterOfTwoReadyTimes() {
		Instant noon = Instant.parse("2026-11-22T12:00:00Z");
		assertThat(SendRequest.of("text").withDelay(Duration.ZERO).withDelay(Duration.ofHours(1)).options.delay())
			.isEqualTo(Duration.ofHours(1));
		assertThat(SendRequest.of("text").withReadyAt(Instant.EPOCH).withReadyAt(noon).options.readyAt())
			.isEqualTo(noon);
	}

	@Test
	void nothingInItMayBeNull() {
		SendRequest request = SendRequest.of("text");
		Map<String, String> headers = new HashMap<>();
		headers.put("tenant\n", null);
		assertRefused(() -> request.withId(null), "The id of a job must not be null. For a new id, do not call withId");
		assertRefused(() -> request.withGroup(null), "For no group, do not call withGroup");
		assertRefused(() -> request.withHeaders(null), "For no headers, pass an empty map");
		assertRefused(() -> request.withAddedHeaders(null), "For no headers, pass an empty map");
		assertRefused(() -> request.withHeaders(headers), "The value of the header 'tenant\\n' must not be null. "
				+ "Leave the header out, or pass an empty text");
		assertRefused(() -> request.withAddedHeaders(headers), "The value of the header 'tenant\\n'");
		assertRefused(() -> request.withHeader("tenant", null), "The value of the header 'tenant' must not be null");
		assertRefused(() -> request.withHeader(null, "blue"), "The name of a header must not be null");
		assertRefused(() -> request.withDelay(null), "For no delay, do not call withDelay");
		assertRefused(() -> request.withReadyAt(null), "For none, do not call withReadyAt");
	}

	@Test
	void anIdThatNoQueueTakesIsRefusedAtOnce() {
		SendRequest request = SendRequest.of("text").withId("i".repeat(500));
		assertRefused(() -> request.withId(""), "A job id must have 1 to 500 characters, but has 0");
		assertRefused(() -> request.withId("i".repeat(501)), "A job id must have 1 to 500 characters, but has 501");
		assertRefused(() -> request.withId("i\uD800"), "A job id must be valid Unicode text, but 'i\\ud800' has");
	}

	@Test
	void aGroupThatNoQueueTakesIsRefusedAtOnce() {
		SendRequest request = SendRequest.of("text").withGroup("g".repeat(200));
		assertRefused(() -> request.withGroup(""), "The name of a group must have 1 to 200 bytes in UTF-8, but has 0");
		assertRefused(() -> request.withGroup("\u00e4".repeat(101)), "but has 202");
		assertRefused(() -> request.withGroup("a\nb"), "without control characters, but is 'a\\nb'");
	}

	@Test
	void anIdAGroupAndAReplacementDoNotDisturbOneAnother() {
		SendRequest request = SendRequest.of("text").withGroup("blue").withId("a").withReplacing(true);
		assertThat(request.withGroup("red")).satisfies((copy) -> {
			assertThat(copy.options.group()).isEqualTo("red");
			assertThat(copy.id).isEqualTo("a");
			assertThat(copy.replacing).isTrue();
		});
		assertThat(
				request.withId("b").withDelay(Duration.ZERO).withHeader("k", "v").withAfterCommit(true).options.group())
			.isEqualTo("blue");
		assertThat(request.withReplacing(false).options.group()).isEqualTo("blue");
		assertThat(SendRequest.of("text").options.group()).isNull();
	}

	private static void assertRefused(ThrowingCallable change, String message) {
		assertThatIllegalArgumentException().isThrownBy(change).withMessageContaining(message);
	}

}
