package io.github.redisqueue.template;

import java.util.List;
import java.util.function.UnaryOperator;

import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that send jobs in transactions, of which the application wants them after the
 * commit.
 */
@RedisTest
abstract class TransactionalSends {

	private ApplicationContextRunner runner;

	private AssertableApplicationContext context;

	@BeforeEach
	void prepare(TestRedis redis) {
		this.runner = QueueContexts.with(redis)
			.withUserConfiguration(Database.class)
			.withPropertyValues("redis-queue.template.after-commit=true");
	}

	void configure(UnaryOperator<ApplicationContextRunner> change) {
		this.runner = change.apply(this.runner);
	}

	AssertableApplicationContext context() {
		return this.context;
	}

	QueueOperations queues() {
		return this.context.getBean(QueueOperations.class);
	}

	void run(Runnable test) {
		this.runner.run((started) -> {
			this.context = started;
			test.run();
		});
	}

	TransactionTemplate transactions() {
		return transactions(TransactionDefinition.PROPAGATION_REQUIRED);
	}

	TransactionTemplate transactions(int propagation) {
		TransactionTemplate transactions = new TransactionTemplate(
				this.context.getBean(PlatformTransactionManager.class));
		transactions.setPropagationBehavior(propagation);
		return transactions;
	}

	static void register(TransactionSynchronization synchronization) {
		TransactionSynchronizationManager.registerSynchronization(synchronization);
	}

	SendResult send(String id) {
		return queues().send("jobs", request(id));
	}

	static SendRequest request(String id) {
		return SendRequest.of("text").withId(id);
	}

	/** The ids of the jobs that were sent since this was asked last. */
	List<String> sent() {
		WorkerQueue jobs = this.context.getBean(WorkQueues.class).forWorker("jobs");
		List<String> ids = jobs.lease(10).leases().stream().map((lease) -> lease.job().id()).toList();
		assertThat(jobs.counts()).extracting(QueueCounts::ready, QueueCounts::delayed).containsExactly(0L, 0L);
		jobs.cancel(ids);
		return ids;
	}

}
