package io.github.redisqueue.observation;

import java.time.Duration;
import java.time.Instant;

import io.github.redisqueue.Job;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReadyTimeTest {

	@Test
	void isWrittenForADelay() {
		long before = System.currentTimeMillis();
		String header = ReadyTime.header(Duration.ofHours(1), null);
		assertThat(Long.parseLong(header) - Duration.ofHours(1).toMillis()).isBetween(before,
				System.currentTimeMillis());
	}

	@Test
	void isWrittenForAReadyTimeInTheFuture() {
		Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
		assertThat(ReadyTime.header(null, tomorrow)).isEqualTo(Long.toString(tomorrow.toEpochMilli()));
	}

	@Test
	void isNotWrittenForAJobThatIsReadyAtOnceOrNever() {
		assertThat(ReadyTime.header(null, null)).isNull();
		assertThat(ReadyTime.header(Duration.ZERO, null)).isNull();
		assertThat(ReadyTime.header(null, Instant.EPOCH)).isNull();
		assertThat(ReadyTime.header(null, Instant.MIN)).isNull();
		assertThat(ReadyTime.header(null, Instant.MAX)).isNull();
	}

	@Test
	void isReadFromItsHeaderOrElseIsTheTimeOfSending() {
		Job custom = Job.of("42", new byte[0]);
		assertThat(ReadyTime.of(custom)).isNull();
		assertThat(ReadyTime.of(custom.withHeader(Job.ENQUEUED, "5"))).isEqualTo(Instant.ofEpochMilli(5));
		assertThat(ReadyTime.of(custom.withHeader(Job.ENQUEUED, "5").withHeader("ready-at", "7")))
			.isEqualTo(Instant.ofEpochMilli(7));
		assertThat(ReadyTime.of(Job.of(new byte[0]))).isBetween(Instant.now().minusSeconds(60), Instant.now());
	}

	@Test
	void isUnknownIfTheHeaderIsNoTime() {
		assertThat(ReadyTime.of(Job.of("42", new byte[0]).withHeader("ready-at", "soon"))).isNull();
	}

}
