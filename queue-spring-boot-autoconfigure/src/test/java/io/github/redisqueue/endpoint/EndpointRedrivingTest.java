package io.github.redisqueue.endpoint;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How the endpoint puts back dead letters.
 */
@RedisTest
class EndpointRedrivingTest extends EndpointTests {

	EndpointRedrivingTest(TestRedis redis) {
		super(redis);
	}

	@Test
	void putsBackAllDeadLetters() {
		run((http, queue) -> {
			bury(queue, 700);
			queue.add(List.of(Job.of("job-3", new byte[0]).withDelay(Duration.ofHours(1))));
			var response = http.post("/orders/redrive");
			assertThatJson(response, "$.redriven").isEqualTo(699);
			assertThatJson(response, "$.left").isEqualTo(1);
			assertThat(queue.counts().ready()).isEqualTo(699);
			assertThatAudited(http, "QUEUE_DEAD_LETTERS_REDRIVEN", Map.of("redriven", 699L, "left", 1L));
		});
	}

	@Test
	void putsBackThoseWhoseCauseMatches() {
		run((http, queue) -> {
			bury(queue, 1100);
			bury(queue, "a", "b");
			var byText = http.post("/orders/redrive", "{\"text\":\"stock for A\",\"rate\":5}");
			assertThatJson(byText, "$.redriven").isEqualTo(1);
			assertThatJson(byText, "$.left").isEqualTo(0);
			assertThat(queue.lease(10).leases()).extracting(Lease::id).containsExactly("a");
			assertThatAudited(http, "QUEUE_DEAD_LETTERS_REDRIVEN",
					Map.of("rate", 5, "text", "stock for A", "redriven", 1L, "left", 0L));
			var byReason = http.post("/orders/redrive", "{\"reason\":\"requested\"}");
			assertThatJson(byReason, "$.redriven").isEqualTo(1100);
			assertThatJson(byReason, "$").asMap().doesNotContainKey("searched");
			assertThat(queue.lease(1).leases()).extracting(Lease::id).containsExactly("job-0");
			assertThat(queue.deadLetters().ids()).containsExactly("b");
			assertThatJson(http.post("/orders/redrive", "{\"text\":\"nothing\"}"), "$.redriven").isEqualTo(0);
			assertThatRefused(http.post("/orders/redrive", "{\"reason\":\"failed\"}"), 400, "'reason'", "crashes");
		});
	}

	@Test
	void putsBackThoseWithAnExceptionAndNotThoseThatMentionIt() {
		run((http, queue) -> {
			bury(queue, 2);
			bury(queue, "a");
			bury(queue, Job.of("wrapped", new byte[0]), Cause.of(Cause.Reason.FAILURES,
					new RuntimeException(new IllegalStateException("No stock for a")), 4096));
			String exception = "java.lang.IllegalStateException";
			assertThatJson(http.get("/orders/dead-letters?text=" + exception), "$.deadLetters[*].id").asArray()
				.containsExactly("wrapped", "a");
			assertThatJson(http.get("/orders/dead-letters?exception=" + exception), "$.deadLetters[*].id").asArray()
				.containsExactly("a");
			var response = http.post("/orders/redrive", "{\"exception\":\"" + exception + "\"}");
			assertThatJson(response, "$.redriven").isEqualTo(1);
			assertThatAudited(http, "QUEUE_DEAD_LETTERS_REDRIVEN", Map.of("exception", exception, "redriven", 1L));
			assertThatJson(http.post("/orders/redrive", "{\"exception\":\"none\"}"), "$.redriven").isEqualTo(2);
			assertThat(queue.deadLetters().ids()).containsExactly("wrapped");
		});
	}

	@Test
	void aChangeForWhichNoThreadWasFreeIsNotAudited() {
		run((http, queue) -> {
			CountDownLatch answer = new CountDownLatch(1);
			QueueCalls busy = new QueueCalls(1, Duration.ofMillis(100));
			busy.begin(() -> hang(answer));
			List<Object> audited = new ArrayList<>();
			QueueWriter writer = new QueueWriter(http.queues(), busy, (name, depth) -> CleanReport.NOTHING,
					new Audit("endpoint", audited::add), (letters, filter) -> busy.call(() -> null),
					new Redriving(Duration.ZERO));
			DeadLetterReader.Filter filter = new DeadLetterReader.Filter("requested", null, null);
			for (ThrowingCallable change : List.<ThrowingCallable>of(() -> writer.pause("ada", "orders"),
					() -> writer.redriveAll("ada", "orders", filter, null))) {
				assertThatExceptionOfType(RefusedRequestException.class).isThrownBy(change)
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
		run((http, queue) -> {
			bury(queue, 3);
			bury(queue, "a");
			DeadLetterReader reader = new DeadLetterReader(http.queues(), new QueueCalls(1, Duration.ofMinutes(1)),
					Duration.ZERO);
			DeadLetterReader.Search search = reader.search(queue.deadLetters(),
					new DeadLetterReader.Filter("requested", null, null));
			assertThat(search.isComplete()).isFalse();
			assertThat(search.ids()).as("of the newest alone").isEmpty();
			assertThat(reader.page("orders", null, null, new DeadLetterReader.Filter("failures", null, null)))
				.containsEntry("nextOffset", 1L);
		});
	}

	@Test
	void putsBackADeadLetterWithAnotherPayload() {
		run((http, queue) -> {
			String path = "/orders/dead-letters";
			bury(queue, "a");
			var response = http.post(path, "{\"id\":\"a\",\"payload\":\"better ü\"}");
			assertThatJson(response, "$.redriven").isEqualTo(1);
			Lease lease = queue.lease(1).leases().get(0);
			assertThat(lease.job().payload()).asString(StandardCharsets.UTF_8).isEqualTo("better ü");
			assertThat(lease.job().headers()).containsEntry("tenant", "acme");
			assertThatAudited(http, "QUEUE_DEAD_LETTERS_REDRIVEN",
					Map.of("id", "a", "payload", "replaced", "redriven", 1));
			queue.bury(Map.of(lease, Cause.of(Cause.Reason.REQUESTED, null)));
			http.post(path, "{\"id\":\"a\",\"payloadBase64\":\"/wA=\"}");
			assertThat(queue.lease(1).leases().get(0).job().payload()).containsExactly(-1, 0);
		});
	}

	@Test
	void refusesAPayloadThatItCannotRead() {
		run((http, queue) -> {
			bury(queue, "a");
			String path = "/orders/dead-letters?id=a";
			assertThatRefused(http.post(path, "{\"payloadBase64\":\"?\"}"), 400, "'payloadBase64' is no Base64");
			assertThatRefused(http.post(path, "{\"payloadBase64\":\"YQ==\",\"payload\":\"a\"}"), 400, "not both");
			assertThat(queue.deadLetters().ids()).containsExactly("a");
		});
	}

	@Test
	void aRequestThatTakesTooLongEndsAndTellsHowManyAreLeft() {
		run((http, queue) -> {
			bury(queue, 600);
			DeadLetters letters = queue.deadLetters();
			Redriving.Progress progress = new Redriving.Progress();
			new Redriving(Duration.ZERO).run(letters, letters.ids(), null, progress);
			assertThat(progress.redriven()).isEqualTo(500);
			new Redriving(Duration.ZERO).run(letters, letters.ids(), 7, progress);
			assertThat(progress.redriven()).isEqualTo(500);
			Redriving.Progress another = new Redriving.Progress();
			new Redriving(Duration.ofMillis(1)).run(letters, letters.ids(), 7, another);
			assertThat(another.redriven()).isEqualTo(7);
			assertThat(queue.deadLetters().count()).isEqualTo(93);
		});
	}

	@Test
	void aJobThatIsBuriedAgainAtOnceIsNotPutBackAgain() {
		run((http, queue) -> {
			bury(queue, 6);
			DeadLetters letters = queue.deadLetters();
			Redriving.Progress progress = new Redriving.Progress();
			new Redriving(Duration.ofMinutes(1)).run(buriedAgain(queue, letters), letters.ids(), 2, progress);
			assertThat(progress.redriven()).isEqualTo(6);
			assertThat(letters.count()).isEqualTo(6);
		});
	}

	/** Dead letters of jobs whose handlers fail at once. */
	private static DeadLetters buriedAgain(WorkerQueue queue, DeadLetters letters) {
		return (DeadLetters) Proxy.newProxyInstance(DeadLetters.class.getClassLoader(),
				new Class<?>[] { DeadLetters.class }, (proxy, method, arguments) -> {
					Object result = method.invoke(letters, arguments);
					for (Lease lease : queue.lease(500).leases()) {
						queue.bury(Map.of(lease, Cause.of(Cause.Reason.REQUESTED, "not wanted")));
					}
					return result;
				});
	}

}
