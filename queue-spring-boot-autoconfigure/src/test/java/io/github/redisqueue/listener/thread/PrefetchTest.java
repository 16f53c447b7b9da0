package io.github.redisqueue.listener.thread;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PrefetchTest {

	private final AtomicLong time = new AtomicLong();

	private Prefetch prefetch = new Prefetch(10, 200, this.time::get);

	private void handle(int jobs, Duration each) {
		for (int i = 0; i < jobs; i++) {
			this.prefetch.handled(each.toNanos());
		}
	}

	private void call(Duration each) {
		for (int i = 0; i < 200; i++) {
			this.prefetch.called(each.toNanos());
		}
	}

	@Test
	void isNothingBeforeTheHandlersSpeedIsKnown() {
		this.prefetch.called(1_000_000);
		assertThat(this.prefetch.size).isZero();
		assertThat(this.prefetch.least).isZero();
		assertThat(this.prefetch.soon).isZero();
	}

	/**
	 * Of the jobs that handlers begin within ten milliseconds, of which a call takes one,
	 * so many that this holds for 99 of 100, if handlers end at random. The only handler
	 * prefetches a job that waits for one other.
	 */
	@ParameterizedTest
	@CsvSource({ "1, 0.1, 70", "10, 1, 70", "10, 5, 10", "10, 10, 4", "50, 10, 31", "200, 10, 151", "50, 100, 1",
			"1000, 50, 151", "4, 100, 0", "2, 20, 0", "1, 5, 1", "1, 49, 1", "1, 51, 0" })
	void isWhatTheHandlersBeginWithinTenMilliseconds(int concurrency, double millis, int expected) {
		this.prefetch = new Prefetch(concurrency, 1000, this.time::get);
		handle(200, Duration.ofNanos((long) (millis * 1_000_000)));
		assertThat(this.prefetch.size).isEqualTo(expected);
	}

	@Test
	void moreIsAskedForWhenWhatWaitsWillHaveBegunBeforeTheReply() {
		this.prefetch = new Prefetch(50, 1000, this.time::get);
		handle(200, Duration.ofMillis(10));
		call(Duration.ofMillis(1));
		assertThat(this.prefetch.least).isBetween(5, 6);
		call(Duration.ofMillis(3));
		assertThat(this.prefetch.least).isEqualTo(11);
		assertThat(this.prefetch.soon).isBetween(14, 15);
	}

	@Test
	void isMoreIfCallsTakeLongAsWhatTheyLeaseWaitsForTheNext() {
		this.prefetch = new Prefetch(50, 1000, this.time::get);
		handle(200, Duration.ofMillis(10));
		call(Duration.ofMillis(20));
		assertThat(this.prefetch.size).isBetween(160, 175);
		call(Duration.ofSeconds(1));
		assertThat(this.prefetch.size).isBetween(210, 220);
	}

	@Test
	void isBoundedForTheFastestAndMoreIsAskedForWhenHalfIsMissingAtTheLatest() {
		handle(200, Duration.ofNanos(100));
		assertThat(this.prefetch.size).isEqualTo(200);
		assertThat(this.prefetch.least).isEqualTo(100);
	}

	@Test
	void isNothingForHandlersThatNeedLonger() {
		handle(200, Duration.ofMillis(1));
		handle(200, Duration.ofMillis(100));
		assertThat(this.prefetch.size).isZero();
	}

	@Test
	void doesNotGrowAtOnceByAFewFastJobs() {
		handle(200, Duration.ofSeconds(1));
		handle(5, Duration.ZERO);
		assertThat(this.prefetch.size).isZero();
	}

	@Test
	void isLittleAfterJobsHaveGoneBackUntilManyHaveBeenHandled() {
		handle(200, Duration.ofMillis(1));
		this.prefetch.stalled();
		assertThat(this.prefetch.size).isZero();
		handle(1, Duration.ofMillis(1));
		assertThat(this.prefetch.size).isZero();
		handle(1600, Duration.ofMillis(1));
		assertThat(this.prefetch.size).isEqualTo(70);
	}

	private void await(int millis) {
		long since = this.time.get();
		this.time.addAndGet(Duration.ofMillis(millis).toNanos());
		this.prefetch.waited(since);
	}

	/** Handlers that end all at once let some jobs wait for the next time. */
	@Test
	void isHalfAfterAJobHasWaitedForTooLongAndGrowsAgain() {
		handle(200, Duration.ofMillis(1));
		await(8);
		assertThat(this.prefetch.size).isEqualTo(70);
		await(11);
		assertThat(this.prefetch.size).isEqualTo(35);
		handle(350, Duration.ofMillis(1));
		assertThat(this.prefetch.size).isEqualTo(70);
	}

	@Test
	void jobsThatHaveWaitedTogetherMakeItHalfOnce() {
		handle(200, Duration.ofMillis(1));
		this.time.set(Duration.ofMillis(12).toNanos());
		for (int i = 0; i < 20; i++) {
			this.prefetch.waited(0);
		}
		assertThat(this.prefetch.size).isEqualTo(35);
		await(11);
		assertThat(this.prefetch.size).isEqualTo(17);
	}

	@Test
	void theJobThatWaitsForTheOnlyHandlerMayWaitLonger() {
		this.prefetch = new Prefetch(1, 1000, this.time::get);
		handle(200, Duration.ofMillis(40));
		await(45);
		assertThat(this.prefetch.size).isOne();
	}

	@Test
	void handlersAreSlowFromAMillisecondOn() {
		handle(200, Duration.ofNanos(900_000));
		assertThat(this.prefetch.slow).isFalse();
		handle(200, Duration.ofNanos(1_100_000));
		assertThat(this.prefetch.slow).isTrue();
	}

	@Test
	void followsTheConcurrency() {
		handle(200, Duration.ofMillis(1));
		this.prefetch.concurrency(1);
		assertThat(this.prefetch.size).isEqualTo(4);
	}

	@Test
	void canBeSwitchedOff() {
		Prefetch none = new Prefetch(10, 0, this.time::get);
		none.handled(1);
		assertThat(none.size).isZero();
	}

}
