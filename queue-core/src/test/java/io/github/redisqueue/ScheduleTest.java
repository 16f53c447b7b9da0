package io.github.redisqueue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.Schedule.Overlap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ScheduleTest {

	private static final Duration HOUR = Duration.ofHours(1);

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static final Instant ANCHOR = Instant.parse("2026-01-01T00:00:00.123Z");

	private static Schedule cron(String expression, String zone) {
		return Schedule.cron("a", expression).zone(ZoneId.of(zone)).build();
	}

	private static Instant next(Schedule schedule, String time) {
		return schedule.next(Instant.parse(time), ANCHOR);
	}

	/** So many firings after a time, each of which follows from the one before. */
	private static List<Instant> firings(Schedule schedule, Instant from, int count) {
		List<Instant> firings = new ArrayList<>();
		Instant time = from;
		while (firings.size() < count) {
			time = schedule.next(time, ANCHOR);
			firings.add(time);
		}
		return firings;
	}

	/** Which is known only with the zone. */
	@Test
	void aScheduleForATimeThatTheZoneAlwaysSkipsHasNoFirings() {
		assertThat(next(cron("0 30 2 ? 3 SUNL", "Europe/Berlin"), "2026-11-25T00:00:00Z")).isNull();
		assertThat(next(cron("0 30 2 ? 3 SUN#2", "America/New_York"), "2026-11-25T00:00:00Z")).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "Europe/Berlin, 2026-03-28T20:00:00.123Z", "Europe/Berlin, 2026-10-24T20:00:00.123Z",
			"America/New_York, 2026-03-08T02:00:00.123Z", "America/New_York, 2026-11-01T01:00:00.123Z" })
	void periodsAreThoseOfTheClockOfTheServer(String zone, Instant from) {
		Schedule schedule = Schedule.every("a", HOUR).zone(ZoneId.of(zone)).build();
		assertThat(firings(schedule, from, 12))
			.isEqualTo(Stream.iterate(from.plus(HOUR), (hour) -> hour.plus(HOUR)).limit(12).toList());
	}

	/**
	 * The next firing is also the same from any time on, so it does not matter who plans.
	 * Two years are looked at, and ten where all tests run.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "0 0 * * * *", "0 0 */2 * * *", "0 */20 0-3 * * *", "0 30 2 * * *", "@daily" })
	void eachLocalTimeThatAZoneHasFiresAsOftenAsItHasItWhenClocksChange(String expression) {
		Map<List<ZoneOffsetTransition>, String> zones = new LinkedHashMap<>();
		ZoneId.getAvailableZoneIds().forEach((zone) -> zones.put(changes(zone), zone));
		assertThat(zones).hasSizeGreaterThan(30);
		zones.forEach((changes, zone) -> changes.forEach((change) -> {
			Schedule schedule = cron(expression, zone);
			List<Instant> expected = around(change, expression, ZoneId.of(zone).getRules());
			for (int i = 1; i < expected.size(); i++) {
				assertThat(List.of(schedule.next(expected.get(i - 1), ANCHOR),
						schedule.next(expected.get(i).minusMillis(1), ANCHOR)))
					.as("%s, %s", zone, change)
					.containsOnly(expected.get(i));
			}
		}));
	}

	private static List<ZoneOffsetTransition> changes(String zone) {
		ZoneRules rules = ZoneId.of(zone).getRules();
		Instant end = Instant.parse((Boolean.getBoolean("queue.test.all") ? "2036" : "2028") + "-01-01T00:00:00Z");
		return Stream
			.iterate(rules.nextTransition(ANCHOR), (change) -> change != null && change.getInstant().isBefore(end),
					(change) -> rules.nextTransition(change.getInstant()))
			.toList();
	}

	/**
	 * Looks at each local time that matches in the two days before and after a change.
	 */
	private static List<Instant> around(ZoneOffsetTransition change, String expression, ZoneRules rules) {
		CronExpression cron = CronExpression.parse(expression);
		LocalDateTime end = change.getDateTimeBefore().plusDays(2);
		return Stream
			.iterate(cron.next(change.getDateTimeBefore().minusDays(2)), (time) -> time.isBefore(end), cron::next)
			.flatMap((time) -> rules.getValidOffsets(time).stream().map(time::toInstant))
			.sorted()
			.toList();
	}

	@ParameterizedTest
	@CsvSource({ "@yearly, 2027-01-01T00:00:00Z", "@annually, 2027-01-01T00:00:00Z", "@monthly, 2026-07-01T00:00:00Z",
			"@weekly, 2026-06-21T00:00:00Z", "@daily, 2026-06-16T00:00:00Z", "@midnight, 2026-06-16T00:00:00Z",
			"@hourly, 2026-06-15T13:00:00Z" })
	void aMacroStandsForAnExpression(String macro, Instant expected) {
		assertThat(next(cron(macro, "Z"), "2026-06-15T12:34:56.789Z")).isEqualTo(expected);
	}

	@Test
	void aFiringIsAfterTheTimeAndInWholeMilliseconds() {
		Schedule seconds = cron("* * * * * *", "Z");
		assertThat(next(seconds, "2026-06-15T12:00:00Z")).isEqualTo("2026-06-15T12:00:01Z");
		assertThat(next(seconds, "2026-06-15T12:00:00.999999999Z")).isEqualTo("2026-06-15T12:00:01Z");
		Schedule every = Schedule.every("a", Duration.ofMillis(1500)).build();
		assertThat(every.next(ANCHOR, ANCHOR)).isEqualTo("2026-01-01T00:00:01.623Z");
		assertThat(every.next(ANCHOR.plusMillis(1499), ANCHOR)).isEqualTo("2026-01-01T00:00:01.623Z");
		assertThat(every.next(ANCHOR.plusMillis(1500).minusNanos(1), ANCHOR)).isEqualTo("2026-01-01T00:00:01.623Z");
		assertThat(every.next(ANCHOR.plusMillis(1500), ANCHOR)).isEqualTo("2026-01-01T00:00:03.123Z");
	}

	@Test
	void theFirstFiringIsOnePeriodAfterTheAnchorAlsoIfThatIsYetToCome() {
		Schedule every = Schedule.every("a", HOUR).build();
		assertThat(every.next(ANCHOR.minus(Duration.ofDays(3)), ANCHOR)).isEqualTo(ANCHOR.plus(HOUR));
		assertThat(every.next(ANCHOR.plus(Duration.ofDays(36_500)), ANCHOR))
			.isEqualTo(ANCHOR.plus(Duration.ofDays(36_500)).plus(HOUR));
	}

	@Test
	void anExpressionMayMatchRarely() {
		assertThat(next(cron("0 0 0 29 2 *", "Z"), "2028-02-29T00:00:00Z")).isEqualTo("2032-02-29T00:00:00Z");
		assertThat(next(cron("0 0 12 ? * MON#1", "Z"), "2026-06-15T00:00:00Z")).isEqualTo("2026-07-06T12:00:00Z");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a b", "a@b", "a/b", "ä", "a\n", "{a}", "a\u0000" })
	void anIdWithOtherCharactersIsRefused(String id) {
		assertThatIllegalArgumentException().isThrownBy(() -> Schedule.every(id, HOUR))
			.withMessageContainingAll("is not a valid id of a schedule",
					"1 to 200 letters, digits, dots, underscores, hyphens and colons")
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("\n"));
		assertThatIllegalArgumentException().isThrownBy(() -> Schedule.cron(id, "@daily"))
			.withMessageContaining("is not a valid id of a schedule");
	}

	@Test
	void anIdHasUpTo200Characters() {
		String longest = "Report_1.daily:eu-" + "x".repeat(182);
		assertThat(Schedule.every(longest, HOUR).build().id()).isEqualTo(longest);
		assertThatIllegalArgumentException().isThrownBy(() -> Schedule.every(longest + "x", HOUR))
			.withMessageContaining("1 to 200");
		assertThatIllegalArgumentException().isThrownBy(() -> Schedule.cron("x".repeat(100_000), "no"))
			.satisfies((ex) -> assertThat(ex.getMessage()).hasSizeLessThan(1000));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "* * * * *", "* * * * * * *", "60 * * * * *", "0 0 0 32 * *", "@often", "every hour",
			"0 0 0 * * XYZ" })
	void anExpressionThatIsNoneIsRefused(String expression) {
		assertThatIllegalArgumentException().isThrownBy(() -> Schedule.cron("nightly", expression))
			.withMessageContainingAll("'" + expression + "' of schedule 'nightly' is not a cron expression",
					"six fields (seconds, minutes, hours, days of the month, months, days of the week)", "@daily");
	}

	@Test
	void anExpressionFromElsewhereIsShownShortenedAndInOneLine() {
		assertThatIllegalArgumentException().isThrownBy(() -> Schedule.cron("a", "* *\n* * *" + "x".repeat(100_000)))
			.satisfies((ex) -> assertThat(ex.getMessage()).hasSizeLessThan(2000).doesNotContain("\n"));
		String never = "0 0 0 30 " + "2,".repeat(10_000) + "2 *";
		assertThatIllegalArgumentException().isThrownBy(() -> Schedule.cron("a\n" + "x".repeat(10_000), never))
			.withMessageContaining("matches no time")
			.satisfies((ex) -> assertThat(ex.getMessage()).hasSizeLessThan(2000).doesNotContain("\n"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "0 0 0 30 2 *", "0 0 0 31 4,6,9,11 *" })
	void anExpressionThatNeverMatchesIsRefused(String expression) {
		assertThatIllegalArgumentException().isThrownBy(() -> Schedule.cron("nightly", expression))
			.withMessage("The cron expression '" + expression + "' of schedule 'nightly' matches no time");
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT-1S", "PT0.999S", "P365DT0.001S", "PT1.0000001S", "PT1.0005S" })
	void aPeriodThatIsNotAllowedIsRefused(Duration period) {
		assertThatIllegalArgumentException().isThrownBy(() -> Schedule.every("nightly", period))
			.withMessage("The period of schedule 'nightly' must be between 1 second and 365 days, "
					+ "in whole milliseconds, but is " + period);
	}

	@Test
	void aPeriodHasFromOneSecondToOneYear() {
		for (Duration period : List.of(Duration.ofSeconds(1), Duration.ofMillis(1001), Duration.ofDays(365))) {
			assertThat(Schedule.every("a", period).build().period()).isEqualTo(period);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT-0.001S", "P365DT0.001S", "P9999999D" })
	void aGraceThatIsNotAllowedIsRefused(Duration grace) {
		assertThatIllegalArgumentException().isThrownBy(() -> Schedule.every("nightly", HOUR).grace(grace))
			.withMessage("The grace of schedule 'nightly' must be between 0 and 365 days, but is " + grace);
	}

	@Test
	void whatIsNotSetHasADefault() {
		Schedule cron = Schedule.cron("a", "@daily").build();
		assertThat(cron.expression()).isNotNull();
		assertThat(cron.period()).isNull();
		assertThat(cron.zone()).isEqualTo(ZoneOffset.UTC);
		assertThat(cron.payload()).isEmpty();
		assertThat(cron.headers()).isEmpty();
		assertThat(cron.overlap()).isEqualTo(Overlap.ALLOW);
		assertThat(cron.catchUp()).isEqualTo(CatchUp.LAST);
		assertThat(cron.grace()).isEqualTo(MINUTE);
		assertThat(Schedule.every("a", HOUR).build().expression()).isNull();
	}

	@Test
	void aScheduleDoesNotChangeWithWhatItWasMadeFrom() {
		byte[] payload = "before".getBytes(StandardCharsets.UTF_8);
		Map<String, String> headers = new HashMap<>(Map.of("k", "before"));
		Schedule schedule = Schedule.every("a", HOUR).payload(payload).headers(headers).build();
		payload[0] = 'X';
		headers.put("k", "after");
		schedule.payload()[0] = 'X';
		assertThat(schedule.payload()).asString().isEqualTo("before");
		assertThat(schedule.headers()).isEqualTo(Map.of("k", "before"));
	}

	@Test
	void schedulesAreEqualIfNothingDiffers() {
		Schedule schedule = full().build();
		assertThat(full().build()).isEqualTo(schedule).hasSameHashCodeAs(schedule);
		assertThat(schedule.toString()).contains("a", "Europe/Berlin", "SKIP", "ALL", "PT2M").doesNotContain("secret");
		assertThat(Stream
			.of(full().payload(new byte[0]), full().headers(Map.of()), full().zone(ZoneOffset.UTC),
					full().overlap(Overlap.ALLOW), full().catchUp(CatchUp.NONE), full().grace(MINUTE),
					Schedule.every("a", HOUR), Schedule.cron("b", "0 30 2 * * *"))
			.map(Schedule.Builder::build)).doesNotContain(schedule).doesNotHaveDuplicates();
	}

	/** Else instances would replace each other's declarations. */
	@ParameterizedTest
	@ValueSource(strings = { "UTC", "Z", "GMT", "UT", "Etc/UTC", "UTC+0", "+00:00" })
	void allNamesOfUtcAreTheDefault(String zone) {
		Schedule schedule = cron("@daily", zone);
		assertThat(schedule).isEqualTo(Schedule.cron("a", "@daily").build());
		assertThat(schedule.zone()).isEqualTo(ZoneOffset.UTC);
	}

	@Test
	void theGraceIsInWholeMilliseconds() {
		assertThat(Schedule.every("a", HOUR).grace(Duration.ofNanos(1_999_999)).build())
			.isEqualTo(Schedule.every("a", HOUR).grace(Duration.ofMillis(1)).build());
	}

	private static Schedule.Builder full() {
		return Schedule.cron("a", "0 30 2 * * *")
			.zone(ZoneId.of("Europe/Berlin"))
			.payload("secret".getBytes(StandardCharsets.UTF_8))
			.headers(Map.of("k", "secret"))
			.overlap(Overlap.SKIP)
			.catchUp(CatchUp.ALL)
			.grace(Duration.ofMinutes(2));
	}

}
