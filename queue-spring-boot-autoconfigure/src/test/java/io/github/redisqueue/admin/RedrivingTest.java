package io.github.redisqueue.admin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.admin.QueueWriter.Redriving;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.test.TestRedis;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How long dead letters are searched for and put back.
 */
@RedisTest
class RedrivingTest {

	private final TestRedis redis;

	RedrivingTest(TestRedis redis) {
		this.redis = redis;
	}

	private void run(Consumer<WorkerQueue> test) {
		QueueContexts.with(this.redis)
			.run((context) -> test.accept(context.getBean(WorkQueues.class).forWorker("orders")));
	}

	@Test
	void aChangeForWhichNoThreadWasFreeIsNotAudited() {
		run((queue) -> {
			CountDownLatch answer = new CountDownLatch(1);
			QueueCalls busy = new QueueCalls(1, Duration.ofMillis(100));
			busy.begin(() -> hang(answer));
			List<String> audited = new ArrayList<>();
			QueueWriter writer = new QueueWriter(busy, (name, depth) -> CleanReport.NOTHING,
					new Audit("endpoint", (principal, type, data) -> audited.add(type)),
					new DeadLetterReader(busy, busy, Duration.ZERO), Duration.ZERO);
			Caller ada = new Caller("ada", false, true);
			Request request = Request.of("orders", "redrive", "reason", "requested");
			for (ThrowingCallable change : List.<ThrowingCallable>of(() -> writer.pause(ada, queue, true),
					() -> writer.redriveAll(ada, queue, request))) {
				assertThatExceptionOfType(RefusedException.class).isThrownBy(change)
					.withMessageStartingWith("Nothing was changed: Too many requests wait for Redis")
					.matches((refused) -> refused.status() == 503);
			}
			assertThat(audited).isEmpty();
			answer.countDown();
		});
	}

	private static boolean hang(CountDownLatch answer) {
		try {
			answer.await();
			return true;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void aSearchThatTakesTooLongEndsAndTellsThatItIsIncomplete() {
		run((queue) -> {
			Burial.bury(queue, 3);
			Burial.bury(queue, "a");
			QueueCalls calls = new QueueCalls(1, Duration.ofMinutes(1));
			DeadLetterReader reader = new DeadLetterReader(calls, calls, Duration.ZERO);
			DeadLetterReader.Search search = reader.search(queue.deadLetters(),
					new DeadLetterReader.Filter(Cause.Reason.REQUESTED, null, null));
			assertThat(search.isComplete()).isFalse();
			assertThat(search.ids()).as("of the newest alone").isEmpty();
			assertThat(reader.list(queue, Request.of("orders", "dead-letters", "reason", "failures"), false))
				.containsEntry("nextOffset", 1L);
		});
	}

	@Test
	void aRequestThatTakesTooLongEndsAndTellsHowManyAreLeft() {
		run((queue) -> {
			Burial.bury(queue, 600);
			DeadLetters letters = queue.deadLetters();
			Redriving redriving = new Redriving(letters, Duration.ZERO);
			redriving.putBack(letters.ids(), null);
			assertThat(redriving.redriven).isEqualTo(500);
			redriving.putBack(letters.ids(), 7);
			assertThat(redriving.redriven).isEqualTo(500);
			Redriving another = new Redriving(letters, Duration.ofMillis(1));
			another.putBack(letters.ids(), 7);
			assertThat(another.redriven).isEqualTo(7);
			assertThat(letters.count()).isEqualTo(93);
		});
	}

	@Test
	void aJobThatIsBuriedAgainAtOnceIsNotPutBackAgain() {
		run((queue) -> {
			Burial.bury(queue, 6);
			DeadLetters letters = queue.deadLetters();
			Redriving redriving = new Redriving(buriedAgain(queue, letters), Duration.ofMinutes(1));
			redriving.putBack(letters.ids(), 2);
			assertThat(redriving.redriven).isEqualTo(6);
			assertThat(letters.count()).isEqualTo(6);
		});
	}

	/** Dead letters of jobs whose handlers fail at once. */
	private static DeadLetters buriedAgain(WorkerQueue queue, DeadLetters letters) {
		return Stub.of(DeadLetters.class, (proxy, method, arguments) -> {
			Object result = method.invoke(letters, arguments);
			for (Lease lease : queue.lease(500).leases()) {
				queue.bury(Map.of(lease, Cause.of(Cause.Reason.REQUESTED, "not wanted")));
			}
			return result;
		});
	}

}
