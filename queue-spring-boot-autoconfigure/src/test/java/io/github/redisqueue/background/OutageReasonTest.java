package io.github.redisqueue.background;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;

class OutageReasonTest {

	private static final String HINT = "Is Redis running";

	@Test
	void aServerThatCannotBeReachedMayBeAway() {
		String reason = OutageReason.of(new RedisConnectionFailureException("Unable to connect to Redis",
				new IllegalStateException("SSL handshake failed")));
		assertThat(reason).contains(HINT, "spring.data.redis.*", "SSL handshake failed");
	}

	@Test
	void aServerThatDoesNotReplyMayBeBusyOrPaused() {
		String reason = OutageReason
			.of(new QueryTimeoutException("Redis is away", new IllegalStateException("No answer")));
		assertThat(reason).contains("busy, paused or unreachable", "No answer").doesNotContain(HINT);
	}

	@Test
	void theCauseAndTheCauseOfThatAreNamed() {
		String reason = OutageReason.of(new RedisConnectionFailureException("Unable to connect to Redis",
				new IllegalStateException("Unable to connect to redis.example.org:6379",
						new IllegalStateException("WRONGPASS invalid username-password pair"))));
		assertThat(reason).contains("redis.example.org:6379", "WRONGPASS").doesNotContain(HINT);
	}

	@Test
	void aMissingPermissionLeavesNoDoubtAboutTheConnection() {
		PermissionDeniedDataAccessException refused = new PermissionDeniedDataAccessException(
				"Redis does not permit it", null);
		assertThat(OutageReason.of(refused)).isEqualTo("Redis does not permit it");
		assertThat(OutageReason.concernsOneQueue(refused)).isTrue();
	}

	@Test
	void anErrorOfTheServerIsShownWithItsPlaceInTheScript() {
		String reason = OutageReason.of(new InvalidDataAccessResourceUsageException(
				"stream/complete.lua failed for queue 'orders' at stream/fence.lua:9: WRONGTYPE Operation",
				new IllegalStateException("WRONGTYPE Operation")));
		assertThat(reason).contains("at stream/fence.lua:9: WRONGTYPE").doesNotContain(HINT);
	}

	@ParameterizedTest
	@ValueSource(strings = { "OOM command not allowed when used memory > 'maxmemory'.",
			"BUSY Redis is busy running a script.", "LOADING Redis is loading the dataset in memory",
			"READONLY You can't write against a read only replica.", "NOAUTH Authentication required.",
			"MISCONF Errors writing to the AOF file", "ERR max number of clients reached" })
	void aServerThatAnswersIsNotTakenForOneThatIsAway(String answer) {
		RedisSystemException failure = new RedisSystemException("Error in execution",
				new IllegalStateException(answer));
		assertThat(OutageReason.of(failure)).contains(answer).doesNotContain(HINT);
		assertThat(OutageReason.concernsOneQueue(failure)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "MISCONF Errors writing to the AOF file", "MISCONF stopped, on @user_script:12." })
	void aStateOfTheServerThatMayPassIsNoRefusal(String answer) {
		IllegalStateException cause = new IllegalStateException(answer);
		assertThat(OutageReason.isRefusal(new InvalidDataAccessApiUsageException("Failed", cause))).isFalse();
		assertThat(OutageReason.isRefusal(new InvalidDataAccessResourceUsageException("Failed", cause))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "WRONGTYPE Operation against a key", "ERR user_script:3: attempt to index a nil value" })
	void anErrorInAScriptIsARefusal(String answer) {
		assertThat(OutageReason
			.isRefusal(new InvalidDataAccessResourceUsageException("Failed", new IllegalStateException(answer))))
			.isTrue();
	}

	@Test
	void whatIsSaidOfAnAnswerIsShown() {
		String reason = OutageReason.of(new DataAccessResourceFailureException(
				"Redis is out of memory, increase maxmemory", new IllegalStateException("OOM command not allowed")));
		assertThat(reason).contains("Redis is out of memory, increase maxmemory").doesNotContain(HINT);
	}

}
