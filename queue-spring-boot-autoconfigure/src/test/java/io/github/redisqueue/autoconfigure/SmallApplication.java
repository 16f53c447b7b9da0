package io.github.redisqueue.autoconfigure;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.template.QueueOperations;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionOperations;

/**
 * An application as Spring Initializr makes it, which handles a job. It needs no library
 * that {@link SmallClassPathsTest} leaves out.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class SmallApplication {

	private final CountDownLatch handled = new CountDownLatch(1);

	/**
	 * Starts the application, and ends it when it has handled a job.
	 * @param args the arguments of the application
	 * @throws InterruptedException if the thread is interrupted
	 */
	public static void main(String[] args) throws InterruptedException {
		try (ConfigurableApplicationContext context = SpringApplication.run(SmallApplication.class, args)) {
			QueueOperations queue = context.getBean(QueueOperations.class);
			context.getBeanProvider(TransactionOperations.class)
				.getIfAvailable(TransactionOperations::withoutTransaction)
				.executeWithoutResult((status) -> queue.send("orders", "text"));
			if (!context.getBean(SmallApplication.class).handled.await(1, TimeUnit.MINUTES)) {
				throw new IllegalStateException("The job was not handled");
			}
			boolean console = context.containsBean(Internal.PREFIX + "consoleMapping");
			System.out.println(console ? "Handled, with a console" : "Handled");
		}
	}

	@Bean
	@ConditionalOnProperty("small.transactions")
	EmptyTransactions transactions() {
		return new EmptyTransactions();
	}

	@QueueListener("orders")
	void handle(String order) {
		this.handled.countDown();
	}

	/**
	 * Transactions of no resource.
	 */
	static final class EmptyTransactions extends AbstractPlatformTransactionManager {

		private static final long serialVersionUID = 1L;

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

	}

}
