package io.github.redisqueue.listener;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.Stub;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessResourceFailureException;

import static org.awaitility.Awaitility.await;

/**
 * Stands before a queue, takes note of the calls, and lets a test meddle with them. Calls
 * that do not wait have a thread each here, on which a test may block. Leasing by a
 * listener counts as {@code lease}.
 */
public final class TappedQueue {

	private final List<Call> calls = new CopyOnWriteArrayList<>();

	private final AtomicInteger underWay = new AtomicInteger();

	private final Executor threads = (work) -> {
		Thread thread = new Thread(work, "tap");
		thread.setDaemon(true);
		thread.start();
	};

	private volatile Tap tap = (call, proceed) -> proceed.now();

	private final WorkerQueue queue;

	TappedQueue(WorkerQueue queue) {
		AsyncWorkerQueue async = Stub.of(AsyncWorkerQueue.class, (self, method, arguments) -> {
			if (method.getName().equals("shards")) {
				return List.of(self);
			}
			if (method.getReturnType() != CompletableFuture.class) {
				return method.invoke(queue.async(), arguments);
			}
			Call call = note(method, arguments);
			this.underWay.incrementAndGet();
			CompletableFuture<Object> reply = CompletableFuture
				.supplyAsync(() -> on(call, queue.async(), method, arguments), this.threads);
			CompletableFuture<Object> seen = new CompletableFuture<>();
			reply.whenComplete((result, failure) -> {
				try {
					Object ignored = (failure != null) ? seen.completeExceptionally(failure) : seen.complete(result);
				}
				finally {
					this.underWay.decrementAndGet();
				}
			});
			return seen;
		});
		this.queue = Stub.of(WorkerQueue.class, (self, method, arguments) -> {
			if (method.getName().equals("async")) {
				return async;
			}
			return on(note(method, arguments), queue, method, arguments);
		});
	}

	private Call note(Method method, Object @Nullable [] arguments) {
		String name = Set.of("leaseOrWait", "poll").contains(method.getName()) ? "lease" : method.getName();
		Call call = new Call(name, (arguments != null) ? List.of(arguments) : List.of());
		this.calls.add(call);
		return call;
	}

	private Object on(Call call, Object target, Method method, Object @Nullable [] arguments) {
		try {
			return this.tap.on(call, () -> {
				try {
					Object result = method.invoke(target, arguments);
					return (result instanceof CompletableFuture<?> future) ? future.join() : result;
				}
				catch (InvocationTargetException | CompletionException ex) {
					throw ex.getCause();
				}
			});
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** The queue as the listener sees it. */
	public WorkerQueue queue() {
		return this.queue;
	}

	/** Whether the listener has seen the replies of all calls that do not wait. */
	public boolean isQuiet() {
		return this.underWay.get() == 0;
	}

	public void tap(Tap tap) {
		this.tap = tap;
	}

	/** From now on does something before it lets such calls through. */
	public void before(Predicate<Call> calls, Action action) {
		tap((call, proceed) -> {
			if (calls.test(call)) {
				action.run();
			}
			return proceed.now();
		});
	}

	/** From now on such calls fail. */
	public void fail(Predicate<Call> calls) {
		before(calls, () -> {
			throw new DataAccessResourceFailureException("Redis is away");
		});
	}

	public List<Call> calls(String operation) {
		return this.calls.stream().filter((call) -> call.operation().equals(operation)).toList();
	}

	/**
	 * How often an operation was called, once no further call has come for a while.
	 */
	int countWhenQuiet(String operation) {
		AtomicInteger count = new AtomicInteger(-1);
		await().during(Duration.ofMillis(200)).until(() -> {
			int now = calls(operation).size();
			return count.getAndSet(now) == now;
		});
		return count.get();
	}

	public interface Tap {

		Object on(Call call, Proceed proceed) throws Throwable;

	}

	public interface Action {

		void run() throws Throwable;

	}

	public interface Proceed {

		Object now() throws Throwable;

	}

	public record Call(String operation, List<Object> arguments) {

		public boolean is(String operation) {
			return this.operation.equals(operation);
		}

		/** How many jobs it was about. */
		public int size() {
			Object first = this.arguments.get(0);
			if (first instanceof Map<?, ?> map) {
				return map.size();
			}
			return (first instanceof Collection<?> collection) ? collection.size() : (Integer) first;
		}

	}

}
