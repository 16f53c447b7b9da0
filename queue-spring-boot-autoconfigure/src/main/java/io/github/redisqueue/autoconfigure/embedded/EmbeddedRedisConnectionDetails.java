package io.github.redisqueue.autoconfigure.embedded;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;

/**
 * Connects Boot's connection factory to the embedded server. Stops using the server when
 * the bean is destroyed.
 *
 * @param port the port of the server
 * @param database the number of the database
 * @param leave stops using the server
 */
record EmbeddedRedisConnectionDetails(int port, int database,
		DisposableBean leave) implements DataRedisConnectionDetails, DisposableBean {

	@Override
	public Standalone getStandalone() {
		return Standalone.of(LocalServer.HOST, this.port, this.database);
	}

	@Override
	public void destroy() throws Exception {
		this.leave.destroy();
	}

}
