package io.github.redisqueue.background;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.redisqueue.test.ManualTimer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is logged of outages, and the reasons that are given.
 */
class OutagesTest {

	private static final String HINT = "Is Redis running";

	/** Other tests use the same logger. */
	private final String jobs = "jobs " + UUID.randomUUID();

	private final Logger logger = (Logger) LoggerFactory.getLogger(Outages.class);

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final ManualTimer timer = new ManualTimer();

	private final Outages outages = new Outages(this.timer, Runnable::run);

	private final OutageBackoff backoff = leasing("orders");

	@BeforeEach
	void listen() {
		this.log.start();
		this.logger.addAppender(this.log);
		this.logger.setLevel(Level.INFO);
	}

	@AfterEach
	void stopListening() {
		this.logger.setLevel(null);
		this.logger.detachAppender(this.log);
	}

	private OutageBackoff leasing(String queue) {
		return this.outages.backoff("lease " + this.jobs + " from", queue);
	}

	private static Duration fail(OutageBackoff backoff) {
		return backoff.onFailure(new RedisConnectionFailureException("No answer"));
	}

	private List<String> logged() {
		synchronized (this.log) {
			return List.copyOf(this.log.list)
				.stream()
				.filter((event) -> event.getFormattedMessage().contains(this.jobs))
				.map((event) -> event.getLevel() + " " + event.getFormattedMessage().replace(this.jobs, "jobs"))
				.toList();
		}
	}

	private void assertThatAfterASecondAreLogged(int count) {
		this.timer.advance(Duration.ofSeconds(1));
		assertThat(logged()).hasSize(count);
	}

	@Test
	void attemptsSlowDownToOnceInASecond() {
		assertThat(fail(this.backoff)).isBetween(Duration.ofMillis(80), Duration.ofMillis(120));
		assertThat(fail(this.backoff)).isBetween(Duration.ofMillis(160), Duration.ofMillis(240));
		for (int i = 0; i < 10; i++) {
			fail(this.backoff);
		}
		assertThat(fail(this.backoff)).isBetween(Duration.ofMillis(800), Duration.ofSeconds(1));
		this.backoff.onSuccess();
		assertThat(fail(this.backoff)).isLessThan(Duration.ofMillis(130));
	}

	@Test
	void itsBeginningAndItsEndAreLogged() {
		this.backoff.onSuccess();
		fail(this.backoff);
		fail(this.backoff);
		assertThatAfterASecondAreLogged(1);
		this.backoff.onSuccess();
		this.backoff.onSuccess();
		assertThat(logged()).satisfiesExactly(
				(begin) -> assertThat(begin).contains("WARN",
						"Cannot lease jobs from queue 'orders', trying again until it works", "No answer"),
				(end) -> assertThat(end).contains("INFO", "Can lease jobs from queue 'orders' again"));
	}

	@Test
	void oneWarningNamesAllQueues() {
		List<OutageBackoff> all = IntStream.range(10, 30).mapToObj((i) -> leasing("queue-" + i)).toList();
		all.forEach(OutagesTest::fail);
		assertThatAfterASecondAreLogged(1);
		assertThat(logged().get(0)).contains("Cannot lease jobs from queues 'queue-10', 'queue-11', 'queue-12'",
				"'queue-19' and 10 others, trying");
		all.stream().skip(1).forEach(OutageBackoff::onSuccess);
		assertThat(logged()).hasSize(1);
		all.get(0).onSuccess();
		assertThat(logged()).hasSize(2)
			.last()
			.asString()
			.contains("INFO", "Can lease jobs from queues 'queue-10', 'queue-11'", "and 10 others again");
	}

	@Test
	void eachActivityHasAWarningOfItsOwn() {
		fail(this.backoff);
		fail(this.outages.backoff("count the " + this.jobs + " of", "orders", "their gauges show NaN"));
		assertThatAfterASecondAreLogged(2);
		assertThat(logged()).anyMatch((line) -> line
			.contains("Cannot count the jobs of queue 'orders', trying again until it works; meanwhile their gauges"));
	}

	@Test
	void aQueueLastsAsLongAsOneOfItsShards() {
		OutageBackoff shard = this.backoff.another();
		fail(this.backoff);
		fail(shard);
		assertThatAfterASecondAreLogged(1);
		this.backoff.onSuccess();
		assertThat(logged()).hasSize(1);
		shard.onSuccess();
		assertThat(logged()).hasSize(2);
	}

	@Test
	void anActivityThatEndsDuringAnOutageDoesNotProlongIt() {
		OutageBackoff ending = leasing("ending");
		fail(ending);
		fail(this.backoff);
		assertThatAfterASecondAreLogged(1);
		ending.end();
		fail(ending);
		assertThat(logged()).hasSize(1);
		this.backoff.onSuccess();
		assertThat(logged()).hasSize(2).last().asString().contains("INFO", "queue 'orders' again");
		OutageBackoff again = leasing("ending");
		fail(again);
		assertThatAfterASecondAreLogged(3);
		assertThat(logged().get(2)).contains("WARN", "queue 'ending'");
	}

	@Test
	void aShortOutageIsNotLogged() {
		fail(this.backoff);
		this.backoff.onSuccess();
		OutageBackoff later = leasing("later");
		fail(later);
		assertThatAfterASecondAreLogged(1);
		assertThat(logged().get(0)).contains("queue 'later'").doesNotContain("orders");
	}

	@Test
	void anOutageThatComesAgainIsLoggedAgain() {
		for (int i = 1; i <= 2; i++) {
			fail(this.backoff);
			assertThatAfterASecondAreLogged(2 * i - 1);
			this.backoff.onSuccess();
		}
		assertThat(logged()).hasSize(4);
	}

	@Test
	void aFailureOfOneQueueIsLoggedAtOnceAndHidesNoOutage() {
		OutageBackoff forbidden = leasing("forbidden");
		forbidden.onFailure(new PermissionDeniedDataAccessException("Redis does not permit it", null));
		assertThat(logged()).singleElement().asString().contains("queue 'forbidden'", "does not permit");
		fail(this.backoff);
		assertThatAfterASecondAreLogged(2);
		this.backoff.onSuccess();
		assertThat(logged().get(2)).contains("Can lease jobs from queue 'orders' again");
		forbidden.onSuccess();
		assertThat(logged().get(3)).contains("Can lease jobs from queue 'forbidden' again");
	}

	@Test
	void aFailureOnAThreadThatWasInterruptedOnPurposeIsNotLogged() {
		Thread.currentThread().interrupt();
		fail(this.backoff);
		this.backoff.onFailure(new PermissionDeniedDataAccessException("Redis does not permit it", null));
		assertThat(Thread.interrupted()).isTrue();
		assertThat(logged()).isEmpty();
		this.backoff.onFailure(new PermissionDeniedDataAccessException("Redis does not permit it", null));
		assertThat(logged()).hasSize(1);
	}

	@Test
	void whatRedisSaysStaysInOneLine() {
		this.backoff.onFailure(new PermissionDeniedDataAccessException("NOPERM of a\nERROR forged", null));
		assertThat(logged()).singleElement().asString().contains("NOPERM of a\\nERROR forged");
	}

	@Test
	void aTimeoutIsAnOutageOfAllQueues() {
		this.backoff.onFailure(new QueryTimeoutException("No reply"));
		OutageBackoff other = leasing("invoices");
		other.onFailure(new QueryTimeoutException("No reply"));
		assertThatAfterASecondAreLogged(1);
		assertThat(logged().get(0)).contains("queues 'invoices', 'orders'");
	}

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
