package io.github.redisqueue.listener;

import java.time.Duration;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.junit.jupiter.api.Test;

import org.springframework.core.retry.RetryPolicy;

import static org.assertj.core.api.Assertions.assertThat;

class FailureDecisionsTest {

	private final FailureDecisions decisions = new FailureDecisions(
			new RetrySettings(RetryPolicy.withDefaults(), 1, 0, null, null), null, 5);

	@Test
	void aRetryThatAHandlerAsksForIsLimitedLikeAnyOther() {
		Decision first = this.decisions.retry(lease(0), Duration.ofSeconds(5));
		assertThat(first.outcome()).isEqualTo(Outcome.RETRY);
		assertThat(first.delay()).isEqualTo(Duration.ofSeconds(5));
		Decision last = this.decisions.retry(lease(1), Duration.ofSeconds(5));
		assertThat(last.outcome()).isEqualTo(Outcome.BURY);
		assertThat(last.failure().cause().reason()).isEqualTo(Cause.Reason.FAILURES);
	}

	private static Lease lease(int failures) {
		return Lease.builder("orders", Job.of("42", new byte[0])).failures(failures).build();
	}

}
