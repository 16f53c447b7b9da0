package io.github.redisqueue.template;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.SendResult.Status;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@RedisTest
class SendAsyncTest {

	private final TestRedis redis;

	SendAsyncTest(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void manyJobsArriveInTheirOrder() {
		QueueContexts.with(this.redis).run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			List<CompletableFuture<SendResult>> results = IntStream.range(0, 5000)
				.mapToObj((number) -> queues.sendAsync("jobs", number))
				.toList();
			assertThat(results).allMatch((result) -> result.join().isNew());
			assertThat(context.getBean(WorkQueues.class).forWorker("jobs").lease(500).leases())
				.extracting((lease) -> new String(lease.job().payload()))
				.isEqualTo(IntStream.range(0, 500).mapToObj(Integer::toString).toList());
		});
	}

	@Test
	void theEndOfTheApplicationWaitsForTheJobs() {
		List<CompletableFuture<SendResult>> results = new ArrayList<>();
		QueueContexts.with(this.redis).run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			IntStream.range(0, 3000).forEach((number) -> results.add(queues.sendAsync("jobs", number)));
		});
		assertThat(results).hasSize(3000).allMatch((result) -> result.join().isNew());
	}

	@Test
	void aRedisThatIsAwayFailsTheResult() {
		QueueContexts.withoutRedis()
			.run((context) -> assertThatExceptionOfType(CompletionException.class)
				.isThrownBy(() -> context.getBean(QueueOperations.class).sendAsync("jobs", "x").join())
				.withCauseInstanceOf(DataAccessException.class));
	}

	@Test
	void aMistakeFailsTheCall() {
		QueueContexts.withoutRedis().run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			assertThatIllegalArgumentException().isThrownBy(() -> queues.sendAsync("jobs", null))
				.withMessageStartingWith("The payload of a job must not be null. ");
			assertThatIllegalArgumentException().isThrownBy(() -> queues.sendAsync(null, "x"))
				.withMessageStartingWith("The name of a queue must not be null. ");
			assertThatIllegalArgumentException().isThrownBy(() -> queues.sendAsync("two words", "x"))
				.withMessageContaining("'two words' is not a valid queue name");
			assertThatExceptionOfType(MessageConversionException.class)
				.isThrownBy(() -> queues.sendAsync("jobs", new QueueTemplateTest.Unwritable()));
		});
	}

	@Test
	void aJobThatWaitsForACommitIsPendingAtOnce() {
		QueueContexts.with(this.redis).withUserConfiguration(Database.class).run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
				SendRequest request = SendRequest.of("x").withId("42").withAfterCommit(true);
				assertThat(queues.sendAsync("jobs", request))
					.isCompletedWithValue(new SendResult("42", Status.PENDING));
				assertThat(context.getBean(WorkQueues.class).get("jobs").counts().ready()).isZero();
			});
			assertThat(context.getBean(WorkQueues.class).get("jobs").counts().ready()).isOne();
		});
	}

	@Test
	void aJobCanBeCancelledOnce() {
		QueueContexts.with(this.redis).run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			queues.send("jobs", SendRequest.of("x").withId("42"));
			assertThat(queues.cancel("jobs", "42")).isTrue();
			assertThat(queues.cancel("jobs", "42")).isFalse();
			assertThat(context.getBean(WorkQueues.class).get("jobs").counts().ready()).isZero();
			assertThatIllegalArgumentException().isThrownBy(() -> queues.cancel("jobs", null))
				.withMessage("The id of a job must not be null. Pass the id that SendResult.id() returned");
			assertThatIllegalArgumentException().isThrownBy(() -> queues.cancel(null, "42"))
				.withMessageStartingWith("The name of a queue must not be null. ");
		});
	}

}
