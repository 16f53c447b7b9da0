package io.github.redisqueue.listener;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.background.BroughtForward;
import io.github.redisqueue.listener.lease.LeaseLoop;
import io.github.redisqueue.script.AsyncEvaluator;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.Stub;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.retry.RetryPolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ListenerFailureTest extends ListenerTests {

	private final Queue<Lease> handled = new ConcurrentLinkedQueue<>();

	@Test
	void aRetryableFailureLetsTheJobComeBackUntilItSucceeds() {
		this.queue.add(Job.of("first", new byte[0]));
		this.listening.start(this.queue, (lease) -> {
			this.handled.add(lease);
			if (lease.failures() < 2) {
				throw new IllegalStateException("Not yet");
			}
		});
		await().until(() -> this.queue.counts().equals(this.listening.queue("empty").counts()));
		assertThat(this.handled).extracting(Lease::attempt).containsExactly(1, 2, 3);
		await().untilAtomic(this.listening.events.retried, (retried) -> assertThat(retried).isEqualTo(2));
		assertThat(this.listening.events.buried).hasValue(0);
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void forgesNoLinesOfTheLog(CapturedOutput output) {
		this.queue.add(Job.of("first\r\nERROR All is lost", new byte[0]));
		this.listening.start(this.queue, (lease) -> {
			throw new IllegalStateException("No luck");
		});
		await().until(() -> this.listening.events.buried.get() == 1);
		await().untilAsserted(() -> assertThat(output).contains("moved to the dead letters"));
		assertThat(output.getOut().lines()).noneMatch((line) -> line.startsWith("ERROR All is lost"))
			.anyMatch((line) -> line.contains("Job 'first\\r\\nERROR All is lost' of queue 'orders'"));
	}

	@Test
	void aPolicyThatFailsCountsTheFailureAndLeavesTheHandlersAlive() {
		RetryPolicy broken = (failure) -> {
			throw new IllegalArgumentException("The policy is broken");
		};
		this.queue.add(Job.of("first", new byte[0]));
		this.listening.start(this.queue, Listening.settings(broken).concurrency(1).build(), (lease) -> {
			this.handled.add(lease);
			if (lease.id().equals("first") && lease.failures() == 0) {
				throw new IllegalStateException();
			}
		});
		await().until(() -> this.queue.counts().delayed() == 1);
		this.queue.add(Job.of("second", new byte[0]));
		await().until(() -> this.handled.size() == 3 && this.queue.counts().leased() == 0);
		assertThat(this.handled).extracting(Lease::failures).containsExactly(0, 0, 1);
		assertThat(this.listening.events.lost).hasValue(0);
	}

	@Nested
	class AnExceptionThatCannotBeExamined {

		private DeadLetter letterOf(RuntimeException thrown) {
			WorkerQueue once = QueueFixture.queue(QueueType.LEASE, listening.keys("orders"),
					QueueSettings.builder("worker-1", Listening.LEASE_TIME).maxRetries(0).build(),
					new ScriptRunner(redis.connections()));
			once.add(Job.of("first", new byte[0]));
			RetryPolicy choosy = RetryPolicy.builder().excludes(IOException.class).build();
			listening.start(once, Listening.settings(choosy).concurrency(1).build(), (lease) -> {
				throw thrown;
			});
			return await().until(() -> once.deadLetters().get("first"), Optional::isPresent).orElseThrow();
		}

		@Test
		@Timeout(60)
		void becauseItsCausesAreACircleIsAFailureToo() {
			IllegalStateException one = new IllegalStateException("one");
			one.initCause(new IllegalStateException("other", one));
			assertFailure(one, "IllegalStateException", "circle");
		}

		@Test
		void becauseItsMessageCannotBeHadIsAFailureToo() {
			assertFailure(new BuriedJobNotifierTest.Silent(), "ArithmeticException");
		}

		@Test
		void becauseItsStackTraceCannotBePrintedIsAFailureToo() {
			assertFailure(new RuntimeException() {

				private static final long serialVersionUID = 1L;

				@Override
				public void printStackTrace(PrintWriter writer) {
					throw new ArithmeticException();
				}

			}, "ArithmeticException");
		}

		private void assertFailure(RuntimeException thrown, String... message) {
			Cause cause = letterOf(thrown).cause();
			assertThat(cause.reason()).isEqualTo(Cause.Reason.FAILURES);
			assertThat(cause.message()).contains(message);
		}

	}

	@Nested
	class AJobThatOneMoreCrashWouldBury {

		@BeforeEach
		void crashOften() {
			queue.add(Job.of("suspect", new byte[0]));
			redis.commands().hset(listening.keys("orders").key("crashes"), "suspect", "3");
		}

		@Test
		void runsAloneUntilItIsSettled() {
			CountDownLatch settling = new CountDownLatch(1);
			CountDownLatch settle = new CountDownLatch(1);
			tapped.before((call) -> call.is("complete") && settling.getCount() > 0, () -> {
				settling.countDown();
				settle.await();
			});
			listening.start(tapped.queue(), handled::add);
			await().until(() -> settling.getCount() == 0);
			assertThat(tapped.calls("start")).singleElement()
				.satisfies((call) -> assertThat(call.arguments()).element(1).isEqualTo(true));
			queue.add(Job.of("other", new byte[0]));
			await().during(Duration.ofMillis(300)).until(() -> handled.size() == 1);
			settle.countDown();
			await().until(() -> handled.size() == 2 && queue.counts().leased() == 0);
			assertThat(handled).extracting(Lease::id).containsExactly("suspect", "other");
		}

		@Test
		void isPostponedWithoutBeingCountedWhileAnotherSuchJobRuns() {
			queue.add(Job.of("second", new byte[0]));
			redis.commands().hset(listening.keys("orders").key("crashes"), "second", "3");
			CountDownLatch end = new CountDownLatch(1);
			Set<String> begun = ConcurrentHashMap.newKeySet();
			listening.start(tapped.queue(), (lease) -> {
				begun.add(lease.id());
				end.await();
			});
			await().until(() -> queue.counts().delayed() == 1);
			assertThat(begun).hasSize(1);
			String postponed = begun.contains("second") ? "suspect" : "second";
			assertThat(tapped.calls("postpone")).singleElement()
				.satisfies((call) -> assertThat(((Map<?, ?>) call.arguments().get(0)).values()).singleElement()
					.isEqualTo(queue.leaseTime()));
			String recorded = redis.commands().hget(listening.keys("orders").key("crashes"), postponed);
			end.countDown();
			await().until(() -> queue.counts().leased() == 0);
			redis.commands().zadd(listening.keys("orders").key("delayed"), 1, postponed);
			await().until(() -> {
				BroughtForward.tasksOf(listening.threads, LeaseLoop.class);
				return begun.contains(postponed);
			});
			assertThat(recorded).isEqualTo("3");
		}

	}

	@Nested
	class AJobThatAWorkerVanishedWith {

		@BeforeEach
		void crash() {
			WorkerQueue gone = QueueFixture.queue(QueueType.LEASE, listening.keys("orders"),
					QueueSettings.of("gone", Duration.ofMillis(10)), new ScriptRunner(redis.connections()));
			queue.add(Job.of("suspect", new byte[0]));
			assertThat(gone.lease(1).leases()).hasSize(1);
			await().until(() -> {
				queue.clean(CleanDepth.LIGHT);
				return queue.counts().ready() == 1;
			});
		}

		private boolean isAboutTheSuspect(TappedQueue.Call call) {
			return ((Collection<?>) call.arguments().get(0)).stream()
				.anyMatch((lease) -> ((Lease) lease).id().equals("suspect"));
		}

		@Test
		void isPutOnRecordBeforeItsHandlerBegins() {
			queue.add(Job.of("other", new byte[0]));
			listening.start(tapped.queue(), (lease) -> {
				if (lease.id().equals("suspect")) {
					assertThat(tapped.calls("start")).hasSize(1).allMatch(this::isAboutTheSuspect);
				}
				handled.add(lease);
			});
			await().until(() -> handled.size() == 2 && queue.counts().leased() == 0);
			assertThat(tapped.calls("start")).hasSize(1);
			assertThat(handled).extracting(Lease::crashes).containsExactlyInAnyOrder(0, 1);
		}

		@Test
		void isNotHandledIfItIsLostBefore() {
			tapped.before((call) -> call.is("start"), () -> queue.cancel("suspect"));
			listening.start(tapped.queue(), handled::add);
			await().until(() -> listening.events.lost.get() == 1);
			queue.add(Job.of("other", new byte[0]));
			await().until(() -> handled.size() == 1);
			assertThat(handled).extracting(Lease::id).containsExactly("other");
		}

		@Test
		void isReleasedIfThatCannotBeRecorded() {
			tapped.fail((call) -> call.is("start") && tapped.calls("start").size() == 1);
			listening.start(tapped.queue(), handled::add);
			await().until(() -> handled.size() == 1 && queue.counts().leased() == 0);
			assertThat(tapped.calls("release")).hasSize(1);
			assertThat(handled).extracting(Lease::attempt).containsExactly(2);
			assertThat(listening.events.lost).hasValue(0);
		}

	}

	/**
	 * How many types of ours stand between one that throws and the call that stores it.
	 */
	@Nested
	class TheWayFromTheHandlerToTheRetry {

		private static final String HANDLING = "io.github.redisqueue.listener.handle.Handling";

		private final Queue<Set<String>> walks = new ConcurrentLinkedQueue<>();

		@Test
		void isShort() {
			try (Listening listening = new Listening(redis.connections(), redis.keyPrefix(), this::watched)) {
				WorkerQueue queue = listening.queue("orders");
				queue.add(Listening.jobs(1));
				listening.start(queue, (lease) -> {
					throw new IllegalStateException("Not yet");
				});
				await().until(() -> !this.walks.isEmpty());
			}
			assertThat(this.walks.element()).hasSizeBetween(10, 18);
		}

		private AsyncEvaluator watched(AsyncEvaluator evaluator) {
			return Stub.of(AsyncEvaluator.class, (proxy, method, arguments) -> {
				Set<String> types = typesOnTheStack();
				if (types.contains(HANDLING)) {
					types.add(evaluator.getClass().getName());
					this.walks.add(types);
				}
				return method.invoke(evaluator, arguments);
			});
		}

		private static Set<String> typesOnTheStack() {
			return Arrays.stream(new Throwable().getStackTrace())
				.map((frame) -> frame.getClassName().replaceAll("\\$.*", ""))
				.filter((type) -> type.startsWith("io.github.redisqueue.") && !type.endsWith("Test")
						&& !type.equals(Stub.class.getName()))
				.collect(Collectors.toCollection(TreeSet::new));
		}

	}

}
