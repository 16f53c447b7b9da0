package io.github.redisqueue.samples.benchmark.load;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.samples.benchmark.load.Payloads.Load;
import io.github.redisqueue.template.QueueOperations;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * An application with one queue and one listener, in any version of this project. Its
 * process has the libraries of that version, so it uses only what all versions have, and
 * looks up by name what has another name or type in an earlier one. Many threads may send
 * with it, which share its client.
 */
final class VersionContender implements Contender {

	private static final Lookup LOOKUP = MethodHandles.publicLookup();

	/** Each version has one of these requests, with the method that delays it. */
	private static final Map<String, String> REQUESTS = Map.of("SendRequest", "withReadyAt", "Outgoing", "readyAt");

	/** Sends a payload. The type of what the method returns has changed. */
	private static final MethodHandle SEND = send();

	/** Sends a payload that is ready at a time. */
	private static final MethodHandle SEND_LATER = MethodHandles.collectArguments(SEND, 2, later());

	private final ConfigurableApplicationContext context;

	private final QueueOperations queues;

	private final Payloads payloads;

	private final int batch;

	private final List<SmartLifecycle> listeners;

	VersionContender(String type, Plan plan, Handling handling) {
		Map<String, String> properties = LoadApplication.queue(LoadApplication.QUEUE, type, plan.load());
		properties.put("spring.data.redis.url", plan.redis());
		properties.putAll(plan.properties());
		// Early versions have the shorter names.
		Map.copyOf(properties)
			.forEach((name, value) -> properties.put(name.replaceFirst("^redis-queue\\.", "queue."), value));
		this.context = LoadApplication.run(properties, handling, JsonListener.class);
		this.queues = this.context.getBean(QueueOperations.class);
		this.payloads = new Payloads(plan.load().payloadSize());
		this.batch = plan.load().batch();
		this.listeners = this.context.getBeansOfType(SmartLifecycle.class)
			.values()
			.stream()
			.filter((bean) -> bean.getClass().getSimpleName().startsWith("QueueListener"))
			.toList();
		rest();
	}

	private static MethodHandle send() {
		try {
			return LOOKUP.unreflect(QueueOperations.class.getMethod("send", String.class, Object.class))
				.asType(MethodType.methodType(void.class, QueueOperations.class, String.class, Object.class));
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException("This version of the library cannot send", ex);
		}
	}

	private static MethodHandle later() {
		for (Map.Entry<String, String> request : REQUESTS.entrySet()) {
			try {
				Class<?> type = Class.forName(QueueOperations.class.getPackageName() + "." + request.getKey());
				return MethodHandles
					.collectArguments(LOOKUP.unreflect(type.getMethod(request.getValue(), Instant.class)), 0,
							LOOKUP.unreflect(type.getMethod("of", Object.class)))
					.asType(MethodType.methodType(Object.class, Object.class, Instant.class));
			}
			catch (ClassNotFoundException ex) {
				// The other one is there.
			}
			catch (ReflectiveOperationException ex) {
				throw new IllegalStateException("This version of the library cannot delay jobs", ex);
			}
		}
		throw new IllegalStateException("This version of the library has none of " + REQUESTS.keySet());
	}

	private static RuntimeException unchecked(Throwable ex) {
		return (ex instanceof RuntimeException same) ? same : new IllegalStateException(ex);
	}

	private Object payload(int number) {
		return this.payloads.payload(number, System.nanoTime());
	}

	@Override
	public void send(int number) {
		try {
			SEND.invokeExact(this.queues, LoadApplication.QUEUE, payload(number));
		}
		catch (Throwable ex) {
			throw unchecked(ex);
		}
	}

	@Override
	public void sendLater(int number, Instant readyAt) {
		try {
			SEND_LATER.invokeExact(this.queues, LoadApplication.QUEUE, payload(number), readyAt);
		}
		catch (Throwable ex) {
			throw unchecked(ex);
		}
	}

	@Override
	public void sendAll(int first, int jobs) {
		for (int done = 0; done < jobs; done += this.batch) {
			this.queues.sendAll(LoadApplication.QUEUE,
					IntStream.range(first + done, first + Math.min(done + this.batch, jobs))
						.mapToObj(this::payload)
						.toList());
		}
	}

	@Override
	public void listen() {
		this.listeners.forEach(SmartLifecycle::start);
	}

	@Override
	public void rest() {
		this.listeners.forEach(SmartLifecycle::stop);
	}

	@Override
	public void close() {
		this.context.close();
	}

	/** Handles jobs with a JSON payload. */
	record JsonListener(Handling handling) {

		@QueueListener(LoadApplication.QUEUE)
		void handle(Load load) throws InterruptedException {
			this.handling.handle(load.number(), load.sent());
		}

	}

}
