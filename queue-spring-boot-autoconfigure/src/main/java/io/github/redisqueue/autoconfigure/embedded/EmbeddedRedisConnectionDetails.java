package io.github.redisqueue.autoconfigure.embedded;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/**
 * Leads Boot's connections to the embedded server, and leaves it when they are gone.
 */
final class EmbeddedRedisConnectionDetails implements DataRedisConnectionDetails, DisposableBean {

	private final SharedServer server;

	private final int database;

	EmbeddedRedisConnectionDetails(SharedServer server, int database) {
		this.server = server;
		this.database = database;
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
