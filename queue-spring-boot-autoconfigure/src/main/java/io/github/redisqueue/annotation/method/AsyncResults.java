package io.github.redisqueue.annotation.method;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/** Converts the asynchronous results of handler methods to futures. */
final class AsyncResults {

	private static final boolean REACTIVE_STREAMS = ClassUtils.isPresent("org.reactivestreams.Publisher",
			AsyncResults.class.getClassLoader());

	private AsyncResults() {
	}

	/** Whether the end of a result of this type can be awaited. */
	static boolean isSupported(Class<?> type) {
		return CompletionStage.class.isAssignableFrom(type) || (REACTIVE_STREAMS && adapter(type) != null);
	}

	/**
	 * Converts a result.
	 * @return a future that ends when the work does; cancelling it cancels a
	 * subscription, but only asks other work to end. Null if the result is not
	 * asynchronous
	 */
	static @Nullable CompletableFuture<?> future(@Nullable Object result) {
		if (result instanceof CompletionStage<?> stage) {
			return stage.toCompletableFuture();
		}
		if (result == null || !REACTIVE_STREAMS) {
			return null;
		}
		ReactiveAdapter adapter = adapter(result.getClass());
		return (adapter != null) ? Completion.of(adapter.toPublisher(result)) : null;
	}

	private static @Nullable ReactiveAdapter adapter(Class<?> type) {
		return ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
	}

	/** Subscribes, ignores the elements, and ends with the publisher. */
	private static final class Completion extends CompletableFuture<Void> implements Subscriber<Object> {

		private volatile @Nullable Subscription subscription;

		static CompletableFuture<?> of(Publisher<Object> publisher) {
			Completion completion = new Completion();
			publisher.subscribe(completion);
			return completion;
		}

		@Override
		public void onSubscribe(Subscription subscription) {
			this.subscription = subscription;
			if (isDone()) {
				subscription.cancel();
				return;
			}
			subscription.request(Long.MAX_VALUE);
		}

		@Override
		public void onNext(Object element) {
		}

		@Override
		public void onError(Throwable failure) {
			completeExceptionally(failure);
		}

		@Override
		public void onComplete() {
			complete(null);
		}

		@Override
		public boolean cancel(boolean mayInterrupt) {
			Subscription begun = this.subscription;
			if (begun != null && !isDone()) {
				begun.cancel();
			}
			return super.cancel(mayInterrupt);
		}

	}

}
