package io.github.redisqueue.autoconfigure.connection;

import io.github.redisqueue.bell.Bells;

import org.springframework.context.SmartLifecycle;

/**
 * Closes the connections of the queues when the application stops, and not only when it
 * ends: a checkpoint of the JVM must have none. What sends jobs later, such as a bean
 * that is destroyed, opens a connection again.
 */
public final class ConnectionsLifecycle implements SmartLifecycle {

	private final QueueConnections connections;

	private final Bells bells;

	private volatile boolean running;

	public ConnectionsLifecycle(QueueConnections connections, Bells bells) {
		this.connections = connections;
		this.bells = bells;
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		this.bells.rest();
		this.connections.rest();
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** That of the connection factory of the application, after the templates. */
	@Override
	public int getPhase() {
		return 0;
	}

}
