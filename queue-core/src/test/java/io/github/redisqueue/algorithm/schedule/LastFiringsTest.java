package io.github.redisqueue.algorithm.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.algorithm.schedule.FiringPlanner.LastFirings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class LastFiringsTest {

	private static final Instant NOW = Instant.parse("2026-11-23T10:00:00.500Z");

	private static final Instant A_YEAR_AGO = NOW.minus(Duration.ofDays(365));

	/** How often it was asked for the next firing. */
	private final AtomicInteger asked = new AtomicInteger();

	private List<Instant> find(Schedule schedule, Instant after, int wanted) {
		return new LastFirings((time) -> {
			this.asked.incrementAndGet();
			return schedule.next(time, A_YEAR_AGO);
		}).find(after, NOW, wanted);
	}

	private static List<Instant> secondsUntil(String last, int count) {
		return IntStream.range(0, count)
			.mapToObj((i) -> Instant.parse(last).minusSeconds(count - 1 - (long) i))
			.toList();
	}

	/** Each second of the year, of a month long ago, of a day, and of a time lately. */
	@ParameterizedTest
	@CsvSource({ "* * * * * *, 2026-11-23T10:00:00Z", "* * * * 1 *, 2026-01-31T23:59:59Z",
			"* * * 24 12 *, 2025-12-24T23:59:59Z", "* * 9 * * *, 2026-11-23T09:59:59Z" })
	void ofManyFiringsTheLastAreFoundWithoutLookingAtAll(String expression, String last) {
		Schedule schedule = Schedule.cron("often", expression).build();
		assertThat(find(schedule, A_YEAR_AGO, 1000)).isEqualTo(secondsUntil(last, 1000));
		assertThat(find(schedule, A_YEAR_AGO, 1)).isEqualTo(secondsUntil(last, 1));
		assertThat(this.asked).hasValueLessThan(200_000);
	}

	@Test
	void ofFewFiringsAllAreFound() {
		Schedule schedule = Schedule.cron("seldom", "0 0 6 1 * *").build();
		List<Instant> found = find(schedule, A_YEAR_AGO, 1000);
		assertThat(found).hasSize(12).startsWith(Instant.parse("2025-12-01T06:00:00Z"));
		assertThat(found).endsWith(Instant.parse("2026-11-01T06:00:00Z"));
		assertThat(find(schedule, A_YEAR_AGO, 2)).isEqualTo(found.subList(10, 12));
	}

	@Test
	void aFiringAtTheBeginIsNotPartOfTheTime() {
		Schedule schedule = Schedule.cron("daily", "0 0 6 * * *").build();
		Instant today = Instant.parse("2026-11-23T06:00:00Z");
		assertThat(find(schedule, today, 10)).isEmpty();
		assertThat(find(schedule, today.minusMillis(1), 10)).containsExactly(today);
		assertThat(find(schedule, NOW, 10)).isEmpty();
		assertThat(find(schedule, NOW.plusSeconds(1), 10)).isEmpty();
	}

	/** Besides those of the next 30 seconds. */
	@ParameterizedTest
	@EnumSource(CatchUp.class)
	void noMoreFiringsArePlannedThanAreCaughtUpWithHoweverLongTheGrace(CatchUp catchUp) {
		Schedule schedule = Schedule.cron("often", "* * * * * *").catchUp(catchUp).grace(Duration.ofDays(365)).build();
		long planned = A_YEAR_AGO.toEpochMilli();
		Plan plan = Plan.parse(planned + " 0 0 1 0 0 0 " + planned + ":");
		List<Instant> firings = FiringPlanner.plan(schedule, plan, NOW).firings();
		assertThat(firings).isEqualTo(secondsUntil("2026-11-23T10:00:30Z", 1030));
	}

}
