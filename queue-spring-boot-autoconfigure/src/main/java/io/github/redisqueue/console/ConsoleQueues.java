package io.github.redisqueue.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.github.redisqueue.endpoint.Admission;
import io.github.redisqueue.endpoint.QueuesEndpointWebExtension;
import io.github.redisqueue.listener.ListenerStatus;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * The queues of the application, as the console shows and changes them: what the endpoint
 * {@code queues} tells, with the past. All browsers share what was read from Redis.
 * Thread-safe.
 */
public final class ConsoleQueues implements AutoCloseable {

	/** Groups are made of thousands of dead letters. */
	private static final Duration GROUPS_AGE = Duration.ofSeconds(10);

	private final QueuesEndpointWebExtension endpoint;

	private final QueueListenerRegistry listeners;

	private final QueueSampler sampler;

	/** Whoever comes while something is read waits for that, too. */
	private final Admission admission = new Admission();

	private final SharedReads details;

	private final SharedReads groups = new SharedReads(GROUPS_AGE);

	/**
	 * Creates an instance.
	 * @param endpoint reads and changes single queues
	 * @param listeners the listeners of this instance
	 * @param sampler counts all queues; is closed with this
	 * @param refresh for how long all browsers share what was read of a single queue
	 */
	public ConsoleQueues(QueuesEndpointWebExtension endpoint, QueueListenerRegistry listeners, QueueSampler sampler,
			Duration refresh) {
		this.endpoint = endpoint;
		this.listeners = listeners;
		this.sampler = sampler;
		this.details = new SharedReads(refresh);
	}

	WebEndpointResponse<Map<String, Object>> all() {
		return this.admission.brief(() -> new WebEndpointResponse<>(describeAll()));
	}

	private Map<String, Object> describeAll() {
		QueueSampler.Sample sample = this.sampler.latest();
		List<Map<String, Object>> queues = new ArrayList<>();
		for (Map<String, Object> queue : sample.queues()) {
			String name = String.valueOf(queue.get("name"));
			Map<String, Object> described = new LinkedHashMap<>(queue);
			described.put("listeners", listenersOf(name));
			this.sampler.history(name).ifPresent((history) -> {
				described.put("rates", history.rates());
				described.put("spark", history.spark());
			});
			queues.add(described);
		}
		Map<String, Object> all = new LinkedHashMap<>(sample.shown());
		all.put("at", sample.at().toString());
		all.put("queues", queues);
		return all;
	}

	private Map<String, Object> listenersOf(String queue) {
		int count = 0;
		int running = 0;
		int handling = 0;
		ListenerTrouble trouble = null;
		ListenerTrouble busy = null;
		for (QueueListenerContainer listener : this.listeners.all()) {
			if (listener.queueNames().contains(queue)) {
				ListenerStatus status = listener.status(queue);
				count++;
				running += status.running() ? 1 : 0;
				handling += status.work().handling();
				trouble = first(trouble, first(status.leasing(), status.threads()));
				busy = first(busy, status.work().busy());
			}
		}
		Map<String, Object> described = new LinkedHashMap<>();
		described.put("count", count);
		described.put("running", running);
		described.put("handling", handling);
		if (trouble != null) {
			described.put("trouble", trouble.reason());
		}
		if (busy != null) {
			described.put("handlersBusy", busy.since().toString());
		}
		return described;
	}

	private static @Nullable ListenerTrouble first(@Nullable ListenerTrouble one, @Nullable ListenerTrouble other) {
		return (one != null) ? one : other;
	}

	WebEndpointResponse<Map<String, Object>> one(String queue) {
		this.sampler.watch();
		WebEndpointResponse<Map<String, Object>> response = this.admission
			.brief(() -> this.details.get(queue, () -> this.endpoint.queue(queue)));
		Map<String, Object> body = response.getBody();
		if (response.getStatus() != WebEndpointResponse.STATUS_OK || body == null) {
			return response;
		}
		Map<String, Object> described = new LinkedHashMap<>(body);
		this.sampler.history(queue).ifPresent((history) -> {
			described.put("rates", history.rates());
			described.put("history", history.columns());
		});
		return new WebEndpointResponse<>(described);
	}

	WebEndpointResponse<Map<String, Object>> deadLetterGroups(String queue) {
		return this.admission.brief(() -> this.groups.get(queue, () -> this.endpoint.deadLetterGroups(queue)));
	}

	/**
	 * Jobs or dead letters, or one of them.
	 * @param caller who asks
	 * @param queue the name of the queue
	 * @param section what to list
	 * @param parameters returns the parameter with a name, or null
	 */
	WebEndpointResponse<Map<String, Object>> list(SecurityContext caller, String queue, String section,
			UnaryOperator<@Nullable String> parameters) {
		return this.endpoint.list(caller, queue, section, parameters.apply("id"), parameters.apply("count"),
				parameters.apply("state"), parameters.apply("cursor"), parameters.apply("offset"),
				parameters.apply("reason"), parameters.apply("exception"), parameters.apply("text"));
	}

	/**
	 * Changes a queue.
	 * @param caller who does it
	 * @param queue the name of the queue
	 * @param action what to do
	 * @param values returns the value with a name, or null
	 */
	WebEndpointResponse<Map<String, Object>> act(SecurityContext caller, String queue, String action,
			UnaryOperator<@Nullable String> values) {
		return changed(queue,
				this.endpoint.act(caller, queue, action, values.apply("id"), values.apply("depth"),
						values.apply("dryRun"), values.apply("limit"), values.apply("rate"), values.apply("reason"),
						values.apply("exception"), values.apply("text"), values.apply("payload"),
						values.apply("payloadBase64"), values.apply("delay"), values.apply("readyAt")));
	}

	WebEndpointResponse<Map<String, Object>> remove(SecurityContext caller, String queue, String section,
			@Nullable String id) {
		return changed(queue, this.endpoint.remove(caller, queue, section, id));
	}

	/** Who has changed something is to see it, also if it is unknown what. */
	private WebEndpointResponse<Map<String, Object>> changed(String queue,
			WebEndpointResponse<Map<String, Object>> response) {
		this.details.forget(queue);
		this.groups.forget(queue);
		this.sampler.forget();
		return response;
	}

	/**
	 * Stops counting.
	 */
	@Override
	public void close() {
		this.sampler.close();
	}

}
