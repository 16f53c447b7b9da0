package io.github.redisqueue.listener.handle;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.ForwardingHandler;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.listener.JobHandler;
import org.jspecify.annotations.Nullable;

/**
 * A handler within an interceptor. What a handler says of itself when its listener is set
 * up (its payloads, and whether it acknowledges) is asked of the handler of the
 * application, before it is wrapped.
 */
public record InterceptedHandler(HandlerInterceptor interceptor, JobHandler next) implements JobHandler {

	/**
	 * Wraps a handler, unless it forwards jobs: interceptors are made for handlers of the
	 * application, and may fail for other jobs, or end them. The first interceptor
	 * becomes the outermost.
	 */
	public static JobHandler of(List<HandlerInterceptor> interceptors, JobHandler handler) {
		if (handler instanceof ForwardingHandler) {
			return handler;
		}
		JobHandler outermost = handler;
		for (int i = interceptors.size() - 1; i >= 0; i--) {
			outermost = new InterceptedHandler(interceptors.get(i), outermost);
		}
		return outermost;
	}

	@Override
	public void handle(Lease lease) throws Exception {
		handle(lease, null);
	}

	@Override
	public @Nullable CompletableFuture<?> handle(Lease lease, @Nullable Acknowledgement acknowledgement)
			throws Exception {
		AtomicReference<@Nullable CompletableFuture<?>> work = new AtomicReference<>();
		boolean returned = false;
		try {
			this.interceptor.around(lease, () -> {
				if (work.get() != null) {
					throw new IllegalStateException(
							"A HandlerInterceptor must not call a handler again whose work goes on");
				}
				work.set(this.next.handle(lease, acknowledgement));
			});
			returned = true;
			return work.get();
		}
		finally {
			CompletableFuture<?> begun = work.get();
			if (!returned && begun != null) {
				begun.cancel(true);
			}
		}
	}

	@Override
	public void handle(List<Lease> leases) throws Exception {
		this.interceptor.aroundBatch(leases, () -> this.next.handle(leases));
	}

	@Override
	public boolean takesBatches() {
		return this.next.takesBatches();
	}

}
