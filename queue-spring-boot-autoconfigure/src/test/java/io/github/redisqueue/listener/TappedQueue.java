package io.github.redisqueue.listener;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.WorkerQueue;

import static org.awaitility.Awaitility.await;

/**
 * Stands before a queue, takes note of the calls, and lets a test meddle with them.
 */
final class TappedQueue {

	private final List<Call> calls = new CopyOnWriteArrayList<>();

	private volatile Tap tap = (call, proceed) -> proceed.now();

	private final WorkerQueue queue;

	TappedQueue(WorkerQueue queue) {
		InvocationHandler handler = (proxy, method, arguments) -> {
			Call call = new Call(method.getName(), (arguments != null) ? List.of(arguments) : List.of());
			this.calls.add(call);
			return this.tap.on(call, () -> {
				try {
					return method.invoke(queue, arguments);
				}
				catch (InvocationTargetException ex) {
					throw ex.getCause();
				}
			});
		};
		this.queue = (WorkerQueue) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { WorkerQueue.class }, handler);
	}

	/** The queue as the listener sees it. */
	WorkerQueue queue() {
		return this.queue;
	}

	void tap(Tap tap) {
		this.tap = tap;
	}

	List<Call> calls(String operation) {
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

	interface Tap {

		Object on(Call call, Proceed proceed) throws Throwable;

	}

	interface Proceed {

		Object now() throws Throwable;

	}

	record Call(String operation, List<Object> arguments) {

		boolean is(String operation) {
			return this.operation.equals(operation);
		}

		/** How many jobs it was about. */
		int size() {
			Object first = this.arguments.get(0);
			if (first instanceof Map<?, ?> map) {
				return map.size();
			}
			return (first instanceof Collection<?> collection) ? collection.size() : (Integer) first;
		}

	}

}
