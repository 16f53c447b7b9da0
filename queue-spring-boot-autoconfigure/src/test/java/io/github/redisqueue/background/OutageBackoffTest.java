package io.github.redisqueue.background;

import java.time.Duration;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class OutageBackoffTest {

	private final Logger logger = (Logger) LoggerFactory.getLogger(OutageBackoff.class);

	private final OutageBackoff backoff = new OutageBackoff("lease jobs from queue 'orders'");

	@BeforeEach
	void speak() {
		this.logger.setLevel(Level.INFO);
	}

	@AfterEach
	void beSilent() {
		this.logger.setLevel(null);
	}

	private Duration fail() {
		return this.backoff
			.onFailure(new QueryTimeoutException("Redis is away", new IllegalStateException("No answer")));
	}

	@Test
	void triesSlowDownToOnceInASecond() {
		assertThat(fail()).isBetween(Duration.ofMillis(80), Duration.ofMillis(120));
		assertThat(fail()).isBetween(Duration.ofMillis(160), Duration.ofMillis(240));
		for (int i = 0; i < 10; i++) {
			fail();
		}
		assertThat(fail()).isBetween(Duration.ofMillis(800), Duration.ofSeconds(1));
	}

	@Test
	void isToldOfInOneLineWhateverRedisSays(CapturedOutput output) {
		this.backoff.onFailure(new InvalidDataAccessResourceUsageException("WRONGTYPE of a\nERROR forged"));
		assertThat(output).contains("WRONGTYPE of a\\nERROR forged");
	}

	@Test
	void isToldOfAtItsBeginningAndAtItsEnd(CapturedOutput output) {
		this.backoff.onSuccess();
		assertThat(output.getOut()).isEmpty();
		fail();
		fail();
		this.backoff.onSuccess();
		this.backoff.onSuccess();
		assertThat(output.getOut().lines()).satisfiesExactly(
				(begin) -> assertThat(begin).contains("WARN", "Cannot lease jobs from queue 'orders', trying again",
						"spring.data.redis.*", "No answer"),
				(end) -> assertThat(end).contains("INFO", "Can lease jobs from queue 'orders' again"));
	}

	@Test
	void itsCauseAndTheCauseOfThatAreTold(CapturedOutput output) {
		this.backoff.onFailure(new RedisConnectionFailureException("Unable to connect to Redis",
				new IllegalStateException("Unable to connect to redis.example.org:6379",
						new IllegalStateException("WRONGPASS invalid username-password pair"))));
		assertThat(output.getOut()).contains("redis.example.org:6379", "WRONGPASS").doesNotContain("Is Redis running");
	}

	@Test
	void aMissingPermissionIsToldOfWithoutDoubtsAboutTheConnection(CapturedOutput output) {
		this.backoff.onFailure(new PermissionDeniedDataAccessException("Redis does not permit it", null));
		assertThat(output.getOut()).contains("Cannot lease jobs", "Redis does not permit it")
			.doesNotContain("Is Redis running");
	}

	@Test
	void anErrorOfTheServerIsToldWithItsPlaceInTheScript(CapturedOutput output) {
		this.backoff.onFailure(new InvalidDataAccessResourceUsageException(
				"stream/complete.lua failed for queue 'orders' at stream/fence.lua:9: WRONGTYPE Operation",
				new IllegalStateException("WRONGTYPE Operation")));
		assertThat(output.getOut()).contains("Cannot lease jobs", "at stream/fence.lua:9: WRONGTYPE")
			.doesNotContain("Is Redis running");
	}

	@ParameterizedTest
	@ValueSource(strings = { "OOM command not allowed when used memory > 'maxmemory'.",
			"BUSY Redis is busy running a script.", "LOADING Redis is loading the dataset in memory",
			"READONLY You can't write against a read only replica.", "NOAUTH Authentication required.",
			"MISCONF Errors writing to the AOF file", "ERR max number of clients reached" })
	void aServerThatAnswersIsNotTakenForOneThatIsAway(String answer, CapturedOutput output) {
		this.backoff.onFailure(new RedisSystemException("Error in execution", new IllegalStateException(answer)));
		assertThat(output.getOut()).contains("Cannot lease jobs", answer).doesNotContain("Is Redis running");
	}

	@Test
	void whatIsSaidOfAnAnswerIsTold(CapturedOutput output) {
		this.backoff.onFailure(new DataAccessResourceFailureException("Redis is out of memory, increase maxmemory",
				new IllegalStateException("OOM command not allowed")));
		assertThat(output.getOut()).contains("Redis is out of memory, increase maxmemory")
			.doesNotContain("Is Redis running");
	}

	@Test
	void aSilentServerMayBeAway(CapturedOutput output) {
		this.backoff.onFailure(new RedisConnectionFailureException("Unable to connect to Redis",
				new IllegalStateException("SSL handshake failed")));
		assertThat(output.getOut()).contains("Is Redis running");
	}

	@Test
	void whatItMeansIsTold(CapturedOutput output) {
		new OutageBackoff("count", "gauges show NaN").onFailure(new QueryTimeoutException("Redis is away"));
		assertThat(output.getOut()).contains("Cannot count, trying again until it works; meanwhile gauges show NaN.");
	}

	@Test
	void isToldOfAgainWhenItComesAgain(CapturedOutput output) {
		fail();
		this.backoff.onSuccess();
		assertThat(fail()).isLessThan(Duration.ofMillis(130));
		assertThat(output.getOut().lines().filter((line) -> line.contains("WARN"))).hasSize(2);
	}

	@Test
	void isNotToldOfOnAThreadThatWasInterruptedOnPurpose(CapturedOutput output) {
		Thread.currentThread().interrupt();
		fail();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(output.getOut()).isEmpty();
	}

}
