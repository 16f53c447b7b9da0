package io.github.redisqueue.test;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * A thread that makes a call, in which it waits.
 *
 * @param <T> the type of its result
 * @param thread the thread
 * @param result the result of the call
 */
public record Caller<T>(Thread thread, CompletableFuture<T> result) {

	/** Makes a call, which waits with a timeout, or has ended, when this returns. */
	public static <T> Caller<T> start(Supplier<T> call) {
		CompletableFuture<T> result = new CompletableFuture<>();
		Thread thread = new Thread(() -> result.completeAsync(call, Runnable::run));
		thread.start();
		await().pollInterval(Duration.ofMillis(2))
			.until(() -> thread.getState() == Thread.State.TIMED_WAITING || result.isDone());
		return new Caller<>(thread, result);
	}

	/**
	 * {@return the result of the call, once it has ended}
	 */
	public T get() {
		return this.result.orTimeout(50, TimeUnit.SECONDS).join();
	}

	/**
	 * {@return what the call has failed with, once it has}
	 */
	public <E extends Throwable> E failure(Class<E> type) {
		Throwable failure = catchThrowable(this::get);
		assertThat(failure).isInstanceOf(CompletionException.class).hasCauseInstanceOf(type);
		return type.cast(failure.getCause());
	}

}
