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

	private final Runnable leave;

	/**
	 * Connects to a database of a server.
	 * @param server the server
	 * @param database the number of the database
	 * @param leave stops using the server
	 */
	EmbeddedRedisConnectionDetails(SharedServer server, int database, Runnable leave) {
		this.server = server;
		this.database = database;
		this.leave = leave;
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
		this.leave.run();
	}

}
