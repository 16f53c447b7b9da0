package io.github.redisqueue.observation;

import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.core.OverridingClassLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What log lines about a job carry, whatever thread writes them.
 */
@RedisTest
class JobLogTest {

	private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.github.redisqueue");

	private final TestRedis redis;

	private final Appender appender = new Appender();

	JobLogTest(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void attach() {
		this.appender.start();
		LOGGER.addAppender(this.appender);
		LOGGER.setLevel(Level.INFO);
	}

	@AfterEach
	void detach() {
		LOGGER.detachAppender(this.appender);
		LOGGER.setLevel(null);
	}

	private void run(Consumer<AssertableApplicationContext> test, String... properties) {
		TracingTest.runner(this.redis).withBean(Working.class).withPropertyValues(properties).run(test::accept);
	}

	private static void send(AssertableApplicationContext context) {
		context.getBean(QueueOperations.class).send("jobs", SendRequest.of("x").withId("42"));
	}

	/** Awaits the line, which must be of the given attempt and of its trace. */
	private ILoggingEvent line(AssertableApplicationContext context, String text, int attempt) {
		TracingTest.Spans spans = context.getBean(TracingTest.Spans.class);
		await().until(() -> !this.appender.with(text).isEmpty() && spans.named("handle jobs").size() >= attempt);
		ILoggingEvent line = this.appender.with(text).get(0);
		assertThat(line.getMDCPropertyMap())
			.containsAllEntriesOf(Map.of("redis.queue.name", "jobs", "redis.queue.job", "42", "redis.queue.attempt",
					Integer.toString(attempt), "traceId", spans.named("handle jobs").get(attempt - 1).getTraceId(),
					"spanId", spans.named("handle jobs").get(attempt - 1).getSpanId()));
		return line;
	}

	@Test
	void thoseOfAFailureNameTheJobThoughAnotherThreadWritesThem() {
		run((context) -> {
			context.getBean(Working.class).work = () -> {
				throw new IllegalStateException("on purpose");
			};
			send(context);
			assertThat(line(context, "failed and is retried after", 1).getThreadName()).startsWith("queue-background");
			assertThat(line(context, "failed and was moved to the dead letters", 2).getThreadName())
				.startsWith("queue-background");
		});
	}

	@Test
	void thoseOfALostLeaseNameTheJob() {
		run((context) -> {
			context.getBean(Working.class).work = () -> {
				context.getBean(WorkQueues.class).get("jobs").cancel("42");
				try {
					Thread.currentThread().join();
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
			};
			send(context);
			line(context, "Interrupting its handler", 1);
			line(context, "the handler failed after the lease was lost", 1);
		}, "redis-queue.lease-time=5s");
	}

	@Test
	void thoseOfTheHandlerAndOfAJobThatCannotBeCompletedNameTheJob() {
		run((context) -> {
			context.getBean(Working.class).work = () -> context.getBean(WorkQueues.class).get("jobs").cancel("42");
			send(context);
			line(context, "the handler says x", 1);
			line(context, "was handled, but it was cancelled", 1);
		});
	}

	@Test
	void thoseOfAJobThatIsNotRetriedNameTheJob() {
		run((context) -> {
			context.getBean(Working.class).work = () -> {
				throw new IllegalStateException("on purpose");
			};
			send(context);
			line(context, "failed and is not retried", 1);
		}, "redis-queue.listener.ack-mode=before");
	}

	/** What a thread that runs a job has for its lines. */
	@Nested
	class TheContext {

		private final Lease lease = Lease.builder("orders", Job.of("A-1\nERROR", new byte[0])).failures(2).build();

		@BeforeEach
		@AfterEach
		void clear() {
			MDC.clear();
		}

		@Test
		void namesTheJobWhileSomethingRuns() {
			Map<String, String> seen = new HashMap<>();
			JobMdc.run(this.lease, () -> seen.putAll(MDC.getCopyOfContextMap()));
			assertThat(seen).containsOnly(Map.entry("redis.queue.name", "orders"),
					Map.entry("redis.queue.job", "A-1\\nERROR"), Map.entry("redis.queue.attempt", "3"));
		}

		@Test
		void isAsBeforeAfterwards() {
			MDC.put(JobMdc.JOB, "outer");
			MDC.put("tenant", "blue");
			JobMdc.run(this.lease, () -> {
			});
			assertThat(MDC.getCopyOfContextMap()).containsOnly(Map.entry(JobMdc.JOB, "outer"),
					Map.entry("tenant", "blue"));
		}

		@Test
		void isAsBeforeAfterAnException() {
			assertThatIllegalStateException().isThrownBy(() -> JobMdc.run(this.lease, () -> {
				throw new IllegalStateException();
			}));
			assertThat(Objects.requireNonNullElse(MDC.getCopyOfContextMap(), Map.of())).isEmpty();
		}

		@Test
		void isNotMissedWithoutSlf4j() throws ReflectiveOperationException {
			boolean[] ran = { false };
			Runnable action = () -> ran[0] = true;
			try {
				new WithoutSlf4j().loadClass(JobMdc.class.getName())
					.getMethod("run", Lease.class, Runnable.class)
					.invoke(null, this.lease, action);
			}
			catch (InvocationTargetException ex) {
				throw new AssertionError(ex.getCause());
			}
			assertThat(ran[0]).isTrue();
		}

	}

	/** Keeps the lines with the context in which they were written. */
	private static final class Appender extends AppenderBase<ILoggingEvent> {

		private final List<ILoggingEvent> lines = new CopyOnWriteArrayList<>();

		List<ILoggingEvent> with(String text) {
			return this.lines.stream().filter((line) -> line.getFormattedMessage().contains(text)).toList();
		}

		@Override
		protected void append(ILoggingEvent line) {
			line.prepareForDeferredProcessing();
			this.lines.add(line);
		}

	}

	static class Working {

		private static final org.slf4j.Logger logger = LoggerFactory.getLogger(Working.class);

		volatile Runnable work = () -> {
		};

		@QueueListener("jobs")
		void handle(String text) {
			logger.info("the handler says {}", text);
			this.work.run();
		}

	}

	/** Loads the class anew, and does not find SLF4J. */
	private static final class WithoutSlf4j extends OverridingClassLoader {

		WithoutSlf4j() {
			super(JobLogTest.class.getClassLoader());
		}

		@Override
		protected boolean isEligibleForOverriding(String name) {
			return name.startsWith(JobMdc.class.getName());
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (name.startsWith("org.slf4j")) {
				throw new ClassNotFoundException(name);
			}
			return super.loadClass(name, resolve);
		}

	}

}
