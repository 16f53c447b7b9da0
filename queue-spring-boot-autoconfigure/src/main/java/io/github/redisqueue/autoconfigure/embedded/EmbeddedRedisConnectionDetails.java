package io.github.redisqueue.autoconfigure.embedded;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/**
 * Connects Boot's connection factory to the embedded server. Stops using the server when
 * the bean is destroyed.
 */
final class EmbeddedRedisConnectionDetails implements DataRedisConnectionDetails, DisposableBean {

	private final SharedServer server;

	private final int database;

	EmbeddedRedisConnectionDetails(SharedServer server, int database) {
		this.server = server;
		this.database = database;
	}

	@Override
	public String getPassword() {
		return this.server.password();
	}

	@Override
	public Standalone getStandalone() {
		return Standalone.of(RunningServer.HOST, this.server.port(), this.database);
	}

	@Override
	public void destroy() {
		this.server.leave();
	}

}
