package io.github.redisqueue.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/**
 * An application that several tests use, until it is closed. A runner would close it
 * after one.
 */
public final class OpenApplication implements AutoCloseable {

	private final CompletableFuture<ApplicationContext> context = new CompletableFuture<>();

	private final CountDownLatch end = new CountDownLatch(1);

	private final Thread thread;

	/**
	 * Begins to start the application.
	 * @param application what to run
	 */
	public OpenApplication(AbstractApplicationContextRunner<?, ?, ?> application) {
		this.thread = new Thread(() -> run(application), "open-application");
		this.thread.start();
	}

	private void run(AbstractApplicationContextRunner<?, ?, ?> application) {
		try {
			application.run((started) -> {
				if (started.getStartupFailure() != null) {
					throw started.getStartupFailure();
				}
				this.context.complete(started);
				this.end.await();
			});
		}
		catch (Throwable ex) {
			this.context.completeExceptionally(ex);
		}
	}

	/**
	 * The application once it has started.
	 * @return what the runner gives to tests
	 */
	public ApplicationContext context() {
		return this.context.join();
	}

	@Override
	public void close() {
		this.end.countDown();
		try {
			this.thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
