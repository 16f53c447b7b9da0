package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.ScheduleState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rule 13 of the contract for schedules: what others wrote to their keys, or deleted,
 * keeps no job and no other schedule from going on.
 */
abstract class ScheduleTamperedContract extends ScheduleTests {

	private static final String GARBAGE = "garbage";

	/** What a plan has as its successor if nothing is planned. */
	private static final int UNPLANNED = 1;

	private static final int FAR_TOO_MANY = 20_000;

	private String other;

	@BeforeEach
	final void nameOther() {
		this.other = inLine("other");
	}

	private String keyOf(String name) {
		return keysOf(this.id).key(name);
	}

	/**
	 * Everything but the schedule that was tampered with goes on, at each of its times.
	 */
	private void assertOthersGoOn(Instant first) {
		String job = inLine("job");
		for (Instant firing : hoursFrom(first, 3)) {
			passTo(firing);
			add(job);
			this.schedules.plan();
			List<Lease> leases = leaseAll(this.queue);
			assertThat(ids(leases)).contains(job, firingId(this.other, firing)).doesNotHaveDuplicates();
			assertThat(this.queue.complete(leases)).hasSameSizeAs(leases);
			this.queue.clean(CleanDepth.LIGHT);
			this.schedules.plan();
			this.queue.lease(1);
		}
		assertThat(this.schedules.list()).extracting((state) -> state.schedule().id()).contains(this.other);
		this.queue.clean(CleanDepth.DEEP);
	}

	/** The first firing of a schedule beside the one that is tampered with. */
	private Instant putOther() {
		put(reliable(this.other));
		return state(this.other).firings().next();
	}

	@ParameterizedTest
	@ValueSource(strings = { GARBAGE, "", "{}", "[", "nan", "-1", "1:x:y", "99999999999999999999", "1:", ":", "\n",
			"every 1" })
	void aFieldThatCannotBeReadConcernsItsScheduleOnly(String value) {
		for (String key : List.of("schedules", "plans", "declared")) {
			String bad = inLine("bad-" + key);
			put(reliable(bad));
			this.commands.hset(keyOf(key), bad, value);
		}
		assertOthersGoOn(putOther());
	}

	@ParameterizedTest
	@ValueSource(strings = { GARBAGE, "", "{}", "1:x:y", "99999999999999999999" })
	void aDeclarationThatCannotBeReadConcernsItsScheduleOnly(String value) {
		Schedule schedule = reliable(this.id).build();
		assertThat(this.schedules.declare(schedule)).isTrue();
		Instant first = putOther();
		this.commands.hset(keyOf("declared"), this.id, value);
		this.schedules.plan();
		this.commands.hset(keyOf("plans"), this.id, value);
		assertOthersGoOn(first);
		this.schedules.declare(schedule);
		this.schedules.plan();
	}

	@ParameterizedTest
	@ValueSource(strings = { "firings", "planning" })
	void aMemberThatIsNoScheduleConcernsNobody(String key) {
		Instant first = putOther();
		this.commands.zadd(keyOf(key), 0, GARBAGE);
		this.commands.zadd(keyOf(key), -1, "");
		this.commands.zadd(keyOf(key), Double.NEGATIVE_INFINITY, "a@b\n");
		this.commands.zadd(keyOf(key), Double.POSITIVE_INFINITY, "later");
		assertOthersGoOn(first);
		assertThat(this.commands.zscore(keyOf(key), GARBAGE)).as("taken away").isNull();
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0, -1, 0.5, 1e300, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY })
	void aTimeThatIsNoneOfTheScheduleConcernsItOnly(double score) {
		Instant first = putOther();
		Instant firing = putHourly();
		for (String key : List.of("firings", "planning")) {
			this.commands.zadd(keyOf(key), score, this.id);
		}
		this.schedules.plan();
		assertThat(leaseAll(this.queue)).as("nothing is early").isEmpty();
		assertThat(firing).isAfter(now());
		assertOthersGoOn(first);
	}

	/** More than Lua can return from a function at once. */
	@ParameterizedTest
	@EnumSource(CatchUp.class)
	@OnlyFor(Scope.PLAIN_OF_TWO_TYPES)
	void aPlanWithFarTooManyFiringsKeepsNobodyFromLeasing(CatchUp catchUp) {
		String job = inLine("job");
		Instant other = putOther();
		put(hourly(this.id).catchUp(catchUp));
		writePlan(numbers(), secondsUntil(now(), FAR_TOO_MANY));
		add(job);
		List<Lease> leases = this.queue.lease(20).leases();
		assertThat(ids(leases)).as("others").contains(job);
		assertThat(this.queue.complete(leases)).hasSameSizeAs(leases);
		assertThat(firings().fired() + firings().skipped()).as("decided in one call").isBetween(1L, 1000L);
		for (int call = 0; call < FAR_TOO_MANY / 1000 && catchUp != CatchUp.ALL; call++) {
			this.queue.complete(this.queue.lease(500).leases());
		}
		this.schedules.plan();
		assertThat(next().isAfter(now())).as("all are decided").isEqualTo(catchUp != CatchUp.ALL);
		this.schedules.remove(this.id);
		this.queue.complete(leaseAll(this.queue));
		assertOthersGoOn(other);
	}

	private static List<Instant> secondsUntil(Instant end, int count) {
		return IntStream.range(0, count).mapToObj((i) -> end.minusSeconds(count - i)).toList();
	}

	@Test
	void aFiringThatTookPlaceIsNotRepeatedThoughItsPlanNamesItAgain() {
		Instant first = putReliableAndFire();
		writePlan(numbers(), hoursFrom(first, 2));
		assertThat(workOff()).isEmpty();
		assertFiredAndSkipped(1, 0);
		assertThat(next()).isEqualTo(first.plus(HOUR));
	}

	@Test
	void aFiringThatTookPlaceIsNotPlannedAgainThoughItsPlanIsSetBack() {
		Instant first = putReliableAndFire();
		this.queue.pause();
		String numbers = numbers().replaceFirst("\\d+", Long.toString(first.minus(HOUR).toEpochMilli()))
			.replaceFirst("(\\d+ \\d+ \\d+) \\d+", "$1 " + UNPLANNED);
		this.commands.hset(keyOf("plans"), this.id, numbers + ":");
		this.commands.zadd(keyOf("planning"), 0, this.id);
		this.schedules.plan();
		assertThat(next()).isEqualTo(first.plus(HOUR));
		assertThat(firings().late()).isZero();
	}

	private Instant putReliableAndFire() {
		put(reliable(this.id));
		Instant first = next();
		passTo(first);
		assertThat(planAndWorkOff()).containsExactly(first);
		return first;
	}

	/** A newer version that is there has planned it before. */
	@Test
	void aScheduleThatOnlyANewerVersionCanReadIsRarelyLookedAtAndToldOnce() {
		String newer = inLine("newer-" + UUID.randomUUID());
		Instant other = putOther();
		put(hourly(newer));
		Instant firing = state(newer).firings().next();
		String readable = this.commands.hget(keyOf("schedules"), newer);
		this.commands.hset(keyOf("schedules"), newer, readable.replace("every 3600000", "lunar 3600000"));
		List<String> warnings = warningsDuring(() -> {
			passTo(firing);
			assertThat(leaseAll(this.queue)).extracting(ScheduleTests::scheduleOf).contains(newer);
			this.schedules.plan();
			assertThat(nextLook(newer)).as("left to a newer version").isBefore(now());
			pass(Duration.ofMinutes(2));
			this.schedules.plan();
			assertThat(nextLook(newer)).as("there is none").isAfter(now().plus(HALF));
			this.schedules.plan();
		});
		assertThat(warnings).filteredOn((text) -> text.contains(newer)).hasSize(1);
		this.commands.hset(keyOf("schedules"), newer, readable);
		passTo(firing.plus(HOUR).plus(HALF));
		this.schedules.plan();
		assertThat(state(newer).firings().next()).isEqualTo(firing.plus(HOUR.multipliedBy(2)));
		this.queue.complete(leaseAll(this.queue));
		assertOthersGoOn(other.plus(HOUR.multipliedBy(2)));
	}

	private Instant nextLook(String schedule) {
		return Instant.ofEpochMilli(this.commands.zscore(keyOf("planning"), schedule).longValue());
	}

	private static List<String> warningsDuring(Runnable calls) {
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		Logger logger = (Logger) LoggerFactory.getLogger("io.github.redisqueue.algorithm.schedule.RedisSchedules");
		log.start();
		logger.addAppender(log);
		try {
			calls.run();
		}
		finally {
			logger.detachAppender(log);
		}
		return List.copyOf(log.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
	}

	/** The numbers of the plan of the schedule, in the order of its text. */
	private String numbers() {
		String text = this.commands.hget(keyOf("plans"), this.id);
		return text.substring(0, text.indexOf(':'));
	}

	/** Writes a plan with some firings, of which the first is due at its time. */
	private void writePlan(String numbers, List<Instant> instants) {
		this.commands.hset(keyOf("plans"), this.id, numbers + ":"
				+ instants.stream().map((time) -> Long.toString(time.toEpochMilli())).collect(Collectors.joining(" ")));
		this.commands.zadd(keyOf("firings"), instants.get(0).toEpochMilli(), this.id);
	}

	@ParameterizedTest
	@EnumSource(Lost.class)
	void whatWasLostIsRestoredByPlanning(Lost lost) {
		put(reliable(this.id));
		List<Instant> hours = hoursFrom(next(), 4);
		passTo(hours.get(0));
		assertThat(planAndWorkOff()).containsExactly(hours.get(0));
		lost.keys.forEach((key) -> this.commands.del(keyOf(key)));
		assertThat(leaseAll(this.queue)).isEmpty();
		this.schedules.plan();
		assertThat(next()).isEqualTo(hours.get(1));
		passTo(hours.get(1));
		assertThat(workOff()).as("by leasing").containsExactly(hours.get(1));
		lost.keys.forEach((key) -> this.commands.del(keyOf(key)));
		passTo(hours.get(2));
		lost.keys.forEach((key) -> this.commands.del(keyOf(key)));
		assertThat(planAndWorkOff()).containsExactly(hours.get(2));
		passTo(hours.get(3));
		assertThat(planAndWorkOff()).containsExactly(hours.get(3));
	}

	/** What has fired, and the counts, are gone. */
	@ParameterizedTest
	@ValueSource(strings = { "plans", "plans firings", "plans planning", "plans firings planning" })
	void aScheduleGoesOnAlthoughItsPlanWasLost(String lost) {
		put(Schedule.cron(this.id, "0 0 * * * *").catchUp(CatchUp.ALL));
		List<Instant> hours = hoursFrom(next(), 3);
		passTo(hours.get(0));
		assertThat(planAndWorkOff()).containsExactly(hours.get(0));
		for (String key : lost.split(" ")) {
			this.commands.del(keyOf(key));
		}
		this.schedules.plan();
		assertThat(next()).isEqualTo(hours.get(1));
		passTo(hours.get(1));
		assertThat(workOff()).as("by leasing").containsExactly(hours.get(1));
		passTo(hours.get(2));
		assertThat(planAndWorkOff()).containsExactly(hours.get(2));
	}

	@ParameterizedTest
	@ValueSource(strings = { "schedules", "plans", "declared" })
	void aKeyThatWasLostHarmsNoJobAndMayBeWrittenAnew(String key) {
		Instant firing = putHourly();
		this.schedules.declare(reliable(this.other).build());
		add(inLine("job"));
		this.commands.del(keyOf(key));
		assertThat(ids(leaseAll(this.queue))).containsExactly(inLine("job"));
		this.schedules.plan();
		passTo(firing.plus(HALF));
		leaseAll(this.queue);
		this.schedules.plan();
		this.queue.complete(leaseAll(this.queue));
		assertThat(this.schedules.list()).extracting(ScheduleState::schedule)
			.allSatisfy((schedule) -> assertThat(schedule.id()).isIn(this.id, this.other));
		put(hourly(this.id).headers(Map.of("k", "v")));
		assertThat(next()).isAfter(now());
		passTo(next());
		assertThat(leaseAll(this.queue))
			.anySatisfy((lease) -> assertThat(lease.job().headers()).containsEntry("k", "v"));
	}

	@Test
	void aScheduleThatCannotBeReadCanBeReplacedOrRemoved() {
		for (String key : List.of("schedules", "plans")) {
			putHourly();
			this.commands.hset(keyOf(key), this.id, GARBAGE);
			this.schedules.plan();
			put(Schedule.every(this.id, HOUR.multipliedBy(30)));
			assertThat(next()).as(key).isAfter(now().plus(HALF));
			this.commands.hset(keyOf(key), this.id, GARBAGE);
			assertThat(this.schedules.remove(this.id)).as(key).isTrue();
			assertThat(this.schedules.get(this.id)).as(key).isEmpty();
		}
	}

	/** Keys that hold nothing that the others do not hold. */
	enum Lost {

		FIRINGS("firings"), PLANNING("planning"), BOTH("firings", "planning");

		private final List<String> keys;

		Lost(String... keys) {
			this.keys = List.of(keys);
		}

	}

}
