package io.github.redisqueue.scheduling;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedules;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.background.BroughtForward;
import io.github.redisqueue.background.Outages;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

@RedisTest
@ExtendWith(OutputCaptureExtension.class)
class SchedulePlannerTest {

	private static final Logger[] LOGGERS = { (Logger) LoggerFactory.getLogger(SchedulePlanner.class),
			(Logger) LoggerFactory.getLogger(Outages.class) };

	private final TestRedis redis;

	private final ApplicationContextRunner runner;

	SchedulePlannerTest(TestRedis redis) {
		this.redis = redis;
		this.runner = QueueContexts.with(redis);
	}

	@BeforeEach
	void logWhatHappens() {
		for (Logger logger : LOGGERS) {
			logger.setLevel(Level.INFO);
		}
	}

	@AfterEach
	void logAsBefore() {
		for (Logger logger : LOGGERS) {
			logger.setLevel(null);
		}
	}

	private ApplicationContextRunner declaring(String every) {
		return declaring(this.runner, every);
	}

	private static ApplicationContextRunner declaring(ApplicationContextRunner runner, String every) {
		return runner.withPropertyValues("redis-queue.schedules.report.queue=reports",
				"redis-queue.schedules.report.every=" + every);
	}

	private static WorkQueue reports(BeanFactory beans) {
		return beans.getBean(WorkQueues.class).get("reports");
	}

	/** Whether jobs have been made, by this round if not before. */
	private static boolean hasMadeMoreThan(long jobs, BeanFactory beans) {
		BroughtForward.tasksOf(beans, SchedulePlanner.class);
		return reports(beans).counts().ready() > jobs;
	}

	private static boolean isDeclared(BeanFactory beans, Duration period) {
		return reports(beans).schedules()
			.get("report")
			.filter((state) -> period.equals(state.schedule().period()))
			.isPresent();
	}

	@Test
	void schedulesThatOthersPutArePlannedToo() {
		this.runner.run((context) -> {
			reports(context).schedules().put(Schedule.every("other", Duration.ofSeconds(1)).build());
			await().until(() -> hasMadeMoreThan(0, context));
		});
	}

	@Test
	void aQueueThatIsNeitherHandledNorCleanedIsLeftToOthers() {
		declaring("1s").withPropertyValues("redis-queue.cleaner.enabled=false").run((context) -> {
			WorkQueue sent = context.getBean(WorkQueues.class).get("sent");
			sent.schedules().put(Schedule.every("other", Duration.ofSeconds(1)).build());
			await().until(() -> hasMadeMoreThan(0, context));
			long made = reports(context).counts().ready();
			await().until(() -> hasMadeMoreThan(made, context));
			assertThat(sent.counts().ready()).isZero();
		});
	}

	@Test
	void redisThatIsAwayAtTheStartIsToldOnceAndThenSchedulesAreDeclared(CapturedOutput output) {
		try (PrivateRedis server = PrivateRedis.start()) {
			server.kill();
			declaring(QueueContexts.withoutRedis(), "1s")
				.withPropertyValues("spring.data.redis.port=" + server.port(), "redis-queue.cleaner.enabled=false")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					await().untilAsserted(() -> assertThat(output).contains(
							"Cannot plan the schedules of queue 'reports', trying again until it works; meanwhile they fire"
									+ " only as far as they have been planned"));
					server.restart();
					await().ignoreExceptions().until(() -> hasMadeMoreThan(0, context));
					await().untilAsserted(
							() -> assertThat(output).contains("Can plan the schedules of queue 'reports' again"));
					assertThat(StringUtils.countOccurrencesOf(output.getAll(), "Cannot plan the schedules")).isOne();
				});
		}
	}

	@Test
	void aDeclarationThatDoesNotHoldIsToldOnceAndWhy(CapturedOutput output) {
		declaring("1h").run((older) -> {
			await().until(() -> isDeclared(older, Duration.ofHours(1)));
			declaring("2h").run((newer) -> {
				await().until(() -> isDeclared(older, Duration.ofHours(2)));
				SchedulePlanner planner = older.getBean(SchedulePlanner.class);
				planner.planAnew("reports");
				planner.planAnew("reports");
				await().untilAsserted(() -> assertThat(output)
					.contains("Schedule 'report' of queue 'reports' is not in effect as this application declares it"
							+ " (Schedule[report, every PT1H,")
					.contains(
							"an instance that started later has declared it differently, Schedule[report, every PT2H"));
				assertThat(StringUtils.countOccurrencesOf(output.getAll(), "is not in effect")).isOne();
			});
		});
	}

	@Test
	void aPayloadThatDiffersFromInstanceToInstanceIsToldOnce(CapturedOutput output) {
		declaring("1h").withPropertyValues("redis-queue.schedules.report.payload=one").run((older) -> {
			await().until(() -> isDeclared(older, Duration.ofHours(1)));
			declaring("1h").withPropertyValues("redis-queue.schedules.report.payload=other").run((newer) -> {
				await().until(() -> reports(older).schedules()
					.get("report")
					.filter((state) -> new String(state.schedule().payload(), StandardCharsets.UTF_8).equals("other"))
					.isPresent());
				SchedulePlanner planner = older.getBean(SchedulePlanner.class);
				planner.planAnew("reports");
				planner.planAnew("reports");
				await().untilAsserted(() -> assertThat(output)
					.contains("declared it differently, with another payload or other headers"));
				assertThat(StringUtils.countOccurrencesOf(output.getAll(), "is not in effect")).isOne();
			});
		});
	}

	@Test
	void aDeclarationGivesWayToAScheduleThatWasPut(CapturedOutput output) {
		this.runner.run(
				(context) -> reports(context).schedules().put(Schedule.every("report", Duration.ofMinutes(1)).build()));
		declaring("1h").run((context) -> await()
			.untilAsserted(() -> assertThat(output).contains("a schedule with this id was put with Schedules.put")));
	}

	private static QueuePlanning planning(BeanFactory beans, ScheduleStates states, Duration period) {
		QueuePlanning planning = new QueuePlanning(reports(beans), states, beans.getBean(ApplicationThreads.class));
		planning.add(Schedule.every("report", period).build());
		return planning;
	}

	private void loseAll() {
		this.redis.keys().forEach((key) -> this.redis.commands().del(key));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whatRedisHasLostIsDeclaredAgainByTheNextPlanning(boolean isSeen) {
		ScheduleStates states = new ScheduleStates();
		if (isSeen) {
			states.want();
		}
		this.runner.run((context) -> {
			QueuePlanning planning = planning(context, states, Duration.ofHours(1));
			planning.run(planning.areNone());
			Map<String, String> declared = declarations();
			planning.run(planning.areNone());
			assertThat(declarations()).isEqualTo(declared).isNotEmpty();
			loseAll();
			planning.run(planning.areNone());
			assertThat(isDeclared(context, Duration.ofHours(1))).isTrue();
			assertThat(states.lastOf("reports")).hasSize(isSeen ? 1 : 0);
		});
	}

	@Test
	void theNewestDeclarationHoldsAgainAtTheNextPlanningThoughRedisHasLostIt() {
		this.runner.run((context) -> {
			QueuePlanning newer = planning(context, new ScheduleStates(), Duration.ofHours(2));
			newer.run(newer.areNone());
			loseAll();
			QueuePlanning older = planning(context, new ScheduleStates(), Duration.ofHours(1));
			older.run(older.areNone());
			assertThat(isDeclared(context, Duration.ofHours(1))).isTrue();
			newer.run(newer.areNone());
			assertThat(isDeclared(context, Duration.ofHours(2))).isTrue();
			older.run(older.areNone());
			Map<String, String> declared = declarations();
			older.run(older.areNone());
			newer.run(newer.areNone());
			assertThat(declarations()).isEqualTo(declared);
			assertThat(isDeclared(context, Duration.ofHours(2))).isTrue();
		});
	}

	@Test
	void aQueueWithDeclaredSchedulesIsNotForgotten() {
		declaring("1h").run((context) -> {
			WorkQueues queues = context.getBean(WorkQueues.class);
			WorkQueue declared = queues.get("reports");
			assertThatIllegalStateException().isThrownBy(() -> queues.forget("reports"))
				.withMessageContaining("'reports'")
				.withMessageContaining("[report]");
			assertThat(queues.get("reports")).isSameAs(declared);
		});
	}

	@Test
	void aRoundThatIsUnderWayBringsNoForgottenQueueBack() {
		ScheduleStates states = new ScheduleStates();
		states.want();
		this.runner.run((context) -> {
			WorkQueues queues = context.getBean(WorkQueues.class);
			for (String name : List.of("one", "other")) {
				queues.get(name).schedules().put(Schedule.every("report", Duration.ofHours(1)).build());
			}
			List<String> planned = new CopyOnWriteArrayList<>();
			SchedulePlanner planner = new SchedulePlanner(queues, (name) -> {
				planned.add(name);
				queues.forget(name.equals("one") ? "other" : "one");
				return true;
			}, List::of, states, context.getBean(ApplicationThreads.class));
			planner.start();
			await().until(() -> {
				BroughtForward.tasksOf(context, SchedulePlanner.class);
				return planned.size() > 1;
			});
			planner.stop();
			assertThat(planned).containsOnly(planned.get(0));
			assertThat(states.lastOf(planned.get(0))).hasSize(1);
		});
	}

	@Test
	void theSchedulesOfAQueueThatIsForgottenAreNotSeenAnyMore() {
		ScheduleStates states = new ScheduleStates();
		states.want();
		this.runner.run((context) -> {
			WorkQueue queue = reports(context);
			AtomicReference<QueuePlanning> planning = new AtomicReference<>();
			Schedules forgotten = ProxyFactory.getProxy(Schedules.class, (MethodInterceptor) (call) -> {
				Object result = call.getMethod().invoke(queue.schedules(), call.getArguments());
				if (call.getMethod().getName().equals("list")) {
					planning.get().end();
				}
				return result;
			});
			WorkQueue forgetting = ProxyFactory.getProxy(WorkQueue.class,
					(MethodInterceptor) (call) -> call.getMethod().getName().equals("schedules") ? forgotten
							: call.getMethod().invoke(queue, call.getArguments()));
			planning.set(new QueuePlanning(forgetting, states, context.getBean(ApplicationThreads.class)));
			planning.get().add(Schedule.every("report", Duration.ofHours(1)).build());
			planning.get().run(planning.get().areNone());
			assertThat(isDeclared(context, Duration.ofHours(1))).isTrue();
			assertThat(states.lastOf("reports")).isEmpty();
		});
	}

	@Test
	void manySchedulesAreLookedAtTogether() {
		try (PrivateRedis server = PrivateRedis.start()) {
			QueueContexts.withoutRedis()
				.withPropertyValues("spring.data.redis.port=" + server.port(), "redis-queue.cleaner.enabled=false")
				.run((context) -> {
					QueuePlanning planning = planning(context, new ScheduleStates(), Duration.ofHours(1));
					for (int i = 0; i < 20; i++) {
						planning.add(Schedule.every("other-" + i, Duration.ofHours(1)).build());
					}
					planning.run(planning.areNone());
					assertThat(reports(context).schedules().list()).hasSize(21);
					RedisConnectionFactory connections = context.getBean(RedisConnectionFactory.class);
					long before = QueueFixture.calls(connections, "evalsha");
					planning.run(planning.areNone());
					assertThat(QueueFixture.calls(connections, "evalsha") - before).isBetween(1L, 5L);
				});
		}
	}

	private Map<String, String> declarations() {
		return this.redis.commands().hgetall(this.redis.keyPrefix() + "{reports}:declared");
	}

	@Test
	void aQueueIsNotPlannedAnewAfterAStop() {
		this.runner.run((context) -> {
			SchedulePlanner planner = context.getBean(SchedulePlanner.class);
			QueueKeys keys = QueueKeys.of(this.redis.keyPrefix(), "broken");
			this.redis.commands().set(keys.key("firings"), "no sorted set");
			assertThatException().isThrownBy(() -> planner.planAnew("broken"));
			context.getBean(WorkQueues.class).forget("broken");
			planner.stop();
			assertThatNoException().isThrownBy(() -> planner.planAnew("broken"));
		});
	}

	@Test
	void nothingIsDeclaredAfterAStop() {
		declaring("1h").run((context) -> {
			await().until(() -> isDeclared(context, Duration.ofHours(1)));
			SchedulePlanner planner = context.getBean(SchedulePlanner.class);
			planner.stop();
			assertThat(planner.isRunning()).isFalse();
			loseAll();
			planner.planAnew("reports");
			assertThat(reports(context).schedules().list()).isEmpty();
			planner.start();
			await().until(() -> isDeclared(context, Duration.ofHours(1)));
		});
	}

}
