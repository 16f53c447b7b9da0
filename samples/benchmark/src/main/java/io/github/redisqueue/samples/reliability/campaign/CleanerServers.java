package io.github.redisqueue.samples.reliability.campaign;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.github.redisqueue.samples.reliability.worker.WorkerApplication;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * One server, whose queues are cleaned by two processes that do nothing else, each behind
 * a gate.
 */
final class CleanerServers implements Servers {

	private final StandaloneServer server = new StandaloneServer(LEASE_TIME);

	private final Map<String, RequestGate> gates = new LinkedHashMap<>();

	CleanerServers() {
		CLEANERS.forEach((name) -> this.gates.put(name, new RequestGate(name, this.server.redis().port())));
	}

	@Override
	public List<String> processes() {
		List<String> processes = new ArrayList<>(WORKERS);
		processes.addAll(CLEANERS);
		return processes;
	}

	@Override
	public Map<String, String> connection(String client) {
		RequestGate gate = this.gates.get(client);
		Map<String, String> properties = new LinkedHashMap<>();
		if (gate == null) {
			properties.putAll(this.server.connection(client));
			properties.put("redis-queue.cleaner.enabled", "false");
			return properties;
		}
		properties.put("spring.data.redis.host", "127.0.0.1");
		properties.put("spring.data.redis.port", Integer.toString(gate.port()));
		properties.put("spring.profiles.active", WorkerApplication.CLEANER);
		// Deep cleanings have most of the places where a cleaner can be stopped.
		properties.put("redis-queue.cleaner.deep-interval", "1s");
		return properties;
	}

	Collection<RequestGate> gates() {
		return this.gates.values();
	}

	@Override
	public <T> List<T> ask(Function<RedisCommands<String, String>, T> question) {
		return this.server.ask(question);
	}

	@Override
	public void close() {
		this.gates.values().forEach(RequestGate::close);
		this.server.close();
	}

}
