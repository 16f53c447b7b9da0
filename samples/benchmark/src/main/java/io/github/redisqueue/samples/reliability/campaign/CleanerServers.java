package io.github.redisqueue.samples.reliability.campaign;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.worker.WorkerApplication;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * One server, whose queues are cleaned by two processes that do nothing else, each behind
 * a gate.
 */
record CleanerServers(StandaloneServer server, Map<String, RequestGate> byCleaner) implements Servers {

	CleanerServers() {
		this(new StandaloneServer(LEASE_TIME), new LinkedHashMap<>());
		CLEANERS.forEach((name) -> this.byCleaner.put(name, new RequestGate(name, this.server.redis().port())));
	}

	@Override
	public List<String> processes() {
		return Stream.concat(WORKERS.stream(), CLEANERS.stream()).toList();
	}

	@Override
	public Map<String, String> connection(String client) {
		RequestGate gate = this.byCleaner.get(client);
		if (gate == null) {
			Map<String, String> properties = new LinkedHashMap<>(this.server.connection(client));
			properties.put("redis-queue.cleaner.enabled", "false");
			return properties;
		}
		// Deep cleanings have most of the places where a cleaner can be stopped.
		return Map.of("spring.data.redis.host", HOST, "spring.data.redis.port", Integer.toString(gate.port()),
				"spring.profiles.active", WorkerApplication.CLEANER, "redis-queue.cleaner.deep-interval", "1s");
	}

	Collection<RequestGate> gates() {
		return this.byCleaner.values();
	}

	@Override
	public <T> List<T> ask(Function<RedisCommands<String, String>, T> question) {
		return this.server.ask(question);
	}

	@Override
	public void close() {
		gates().forEach(RequestGate::close);
		this.server.close();
	}

}
