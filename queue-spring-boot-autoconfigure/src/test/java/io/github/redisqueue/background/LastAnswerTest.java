package io.github.redisqueue.background;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * When Redis is asked, and for how long an answer is shown.
 */
class LastAnswerTest {

	private final Queue<Runnable> background = new ArrayDeque<>();

	private final AtomicInteger asked = new AtomicInteger();

	private Integer reply = 7;

	private RuntimeException failure;

	private Error refusal;

	private Error brokenClock;

	private long now;

	private final LastAnswer<Integer> answer = new LastAnswer<>(this::ask, this::execute, this::now);

	private void execute(Runnable task) {
		if (this.refusal != null) {
			throw this.refusal;
		}
		this.background.add(task);
	}

	private long now() {
		if (this.brokenClock != null) {
			throw this.brokenClock;
		}
		return this.now;
	}

	private Integer ask() {
		this.asked.incrementAndGet();
		if (this.failure != null) {
			throw this.failure;
		}
		return this.reply;
	}

	private void pass(Duration time) {
		this.now += time.toNanos();
	}

	private void runBackground() {
		while (!this.background.isEmpty()) {
			this.background.remove().run();
		}
	}

	@Test
	void aReaderDoesNotWaitForTheAnswer() {
		assertThat(this.answer.get()).isNull();
		assertThat(this.answer.age()).isNull();
		assertThat(this.asked).hasValue(0);
		runBackground();
		assertThat(this.answer.get()).isEqualTo(7);
		assertThat(this.answer.age()).isZero();
	}

	@Test
	void manyReadersLetItBeAskedOnce() {
		this.answer.get();
		this.answer.get();
		assertThat(this.background).hasSize(1);
		runBackground();
		pass(Duration.ofMillis(999));
		this.answer.get();
		assertThat(this.background).isEmpty();
		pass(Duration.ofMillis(1));
		this.answer.get();
		assertThat(this.background).hasSize(1);
	}

	@Test
	void theLastAnswerIsShownForAMinuteWithoutNews() {
		this.answer.ask();
		runBackground();
		this.reply = null;
		pass(Duration.ofSeconds(59));
		assertThat(this.answer.get()).isEqualTo(7);
		runBackground();
		pass(Duration.ofSeconds(1));
		assertThat(this.answer.get()).isNull();
		assertThat(this.answer.age()).hasSeconds(60);
		this.reply = 8;
		runBackground();
		assertThat(this.answer.get()).isEqualTo(8);
	}

	@Test
	void theLastAnswerCanBeReadHoweverOldItIs() {
		assertThat(this.answer.last()).isNull();
		runBackground();
		this.reply = null;
		pass(Duration.ofDays(1));
		assertThat(this.answer.last()).isEqualTo(7);
		assertThat(this.background).hasSize(1);
		runBackground();
		assertThat(this.answer.get()).isNull();
		assertThat(this.answer.last()).isEqualTo(7);
	}

	@Test
	void itIsAskedEveryTenSecondsForTenMinutesAfterARead() {
		this.answer.keepRecent();
		assertThat(this.background).isEmpty();
		this.answer.get();
		for (int second = 0; second < TimeUnit.MINUTES.toSeconds(30); second++) {
			runBackground();
			pass(Duration.ofSeconds(1));
			this.answer.keepRecent();
		}
		assertThat(this.asked).hasValue(60);
	}

	@Test
	void itIsAskedAgainAfterAFailure() {
		this.answer.ask();
		this.failure = new IllegalStateException("on purpose");
		assertThatIllegalStateException().isThrownBy(this::runBackground);
		this.failure = null;
		assertThatItIsAskedAgain();
	}

	private void assertThatItIsAskedAgain() {
		this.answer.ask();
		runBackground();
		assertThat(this.answer.get()).isEqualTo(7);
	}

	@Test
	void itIsAskedAgainAfterTheExecutorHasThrown() {
		this.refusal = new InternalError("on purpose");
		assertThatThrownBy(this.answer::ask).isSameAs(this.refusal);
		this.refusal = null;
		assertThatItIsAskedAgain();
	}

	@Test
	void itIsAskedAgainAfterTheMemoryWasFullBeforeOrAfterTheQuestion() {
		Error full = new InternalError("on purpose");
		this.answer.ask();
		this.brokenClock = full;
		assertThatThrownBy(this::runBackground).isSameAs(full);
		this.brokenClock = null;
		LastAnswer<Integer> breaking = new LastAnswer<>(() -> {
			this.brokenClock = full;
			return ask();
		}, this::execute, this::now);
		breaking.ask();
		assertThatThrownBy(this::runBackground).isSameAs(full);
		this.brokenClock = null;
		breaking.ask();
		assertThat(this.background).hasSize(1);
		this.background.clear();
		assertThatItIsAskedAgain();
	}

	@Nested
	class TimesToAskAt {

		private static final Duration INTERVAL = Duration.ofSeconds(1);

		private static long next(long now) {
			return now + ApplicationThreads.untilNext(INTERVAL, now).toNanos();
		}

		@ParameterizedTest
		@ValueSource(longs = { 0, 1, -1, 123_456_789_012L, Long.MAX_VALUE / 4, Long.MIN_VALUE / 4 })
		void whoeverAsksBetweenTwoTimesIsToldTheSameNextOne(long now) {
			long next = next(now);
			assertThat(next).isBetween(now + 1, now + INTERVAL.toNanos());
			assertThat(next(next - 1)).isEqualTo(next);
			assertThat(next(next - INTERVAL.toNanos())).isEqualTo(next);
			assertThat(next(next)).as("the one after").isEqualTo(next + INTERVAL.toNanos());
		}

		@ParameterizedTest
		@ValueSource(longs = { 1, 20, 1_000_000 })
		void shortIntervalsHaveTimesToo(long nanos) {
			assertThat(ApplicationThreads.untilNext(Duration.ofNanos(nanos), System.nanoTime()))
				.isBetween(Duration.ofNanos(1), Duration.ofNanos(nanos));
		}

	}

}
