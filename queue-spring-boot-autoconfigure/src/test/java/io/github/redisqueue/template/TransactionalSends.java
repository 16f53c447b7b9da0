package io.github.redisqueue.template;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

import javax.sql.DataSource;

import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;
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

	/**
	 * A database in memory, with transactions.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class Database {

		@Bean
		DataSource dataSource() {
			return new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
		}

		@Bean
		DataSourceTransactionManager transactionManager(DataSource database) {
			return new DataSourceTransactionManager(database);
		}

		@Bean
		TransactionTemplate transactions(PlatformTransactionManager manager) {
			return new TransactionTemplate(manager);
		}

		@Bean
		JdbcTemplate jdbc(DataSource database) {
			JdbcTemplate jdbc = new JdbcTemplate(database);
			jdbc.execute("create table orders (id varchar(50) primary key)");
			return jdbc;
		}

	}

	/**
	 * Transactions that somebody else has begun and will complete, as those that an
	 * application begins with JTA itself.
	 */
	static class OuterTransactions extends AbstractPlatformTransactionManager {

		private static final long serialVersionUID = 1L;

		private final transient List<TransactionSynchronization> registered = new ArrayList<>();

		/**
		 * Completes the outer transaction, as {@code JtaAfterCompletionSynchronization}.
		 */
		void complete(int status) {
			if (status == TransactionSynchronization.STATUS_COMMITTED) {
				TransactionSynchronizationUtils.invokeAfterCommit(this.registered);
			}
			TransactionSynchronizationUtils.invokeAfterCompletion(this.registered, status);
		}

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected boolean isExistingTransaction(Object transaction) {
			return true;
		}

		@Override
		protected void registerAfterCompletionWithExistingTransaction(Object transaction,
				List<TransactionSynchronization> synchronizations) {
			this.registered.addAll(synchronizations);
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			throw new AssertionError("somebody else has begun it");
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			throw new AssertionError("somebody else commits it");
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			throw new AssertionError("somebody else rolls it back");
		}

	}

}
