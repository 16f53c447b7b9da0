package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;

import io.github.redisqueue.listener.ListenerStatus;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.metrics.ListenerStates;

/**
 * Reads the states of listeners from their containers.
 */
final class ContainerStates implements ListenerStates {

	private final QueueListenerRegistry listeners;

	ContainerStates(QueueListenerRegistry listeners) {
		this.listeners = listeners;
	}

	@Override
	public State of(String queue, String listener) {
		return this.listeners.all()
			.stream()
			.filter((container) -> container.id().equals(listener))
			.findAny()
			.map((container) -> state(container, queue))
			.orElse(State.STOPPED);
	}

	private static State state(QueueListenerContainer container, String queue) {
		ListenerStatus status = container.status(queue);
		Duration trouble = Stream.of(status.leasing(), status.threads())
			.filter(Objects::nonNull)
			.map(ListenerTrouble::age)
			.max(Duration::compareTo)
			.orElse(Duration.ZERO);
		return new State(container.concurrency(), status.work().handling(), status.paused() || status.queuePaused(),
				trouble);
	}

}
