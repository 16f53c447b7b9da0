package io.github.redisqueue.autoconfigure.connection;

import java.time.Duration;
import java.util.function.Consumer;

import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.bell.BellReader;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.bell.BlockingBellReader;
import io.github.redisqueue.lettuce.LettuceBellReader;
import io.github.redisqueue.lettuce.LettuceEvaluator;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.script.ServerError;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The connections of the queues. Not a {@link RedisConnectionFactory}, so that the
 * application has only one bean of that type.
 *
 * @param factory creates connections
 * @param unshared creates connections for commands that block, or null if the client is
 * not known to be Lettuce; then scripts and reads of bells that nobody waits for run on
 * threads
 * @param commandTimeout how long to wait for the reply to a script
 * @param longestWait how long a blocking command may wait without exceeding the timeout
 * of the client
 * @param cluster whether the server is known to be a Redis Cluster
 * @param closing closes the connections; is told whether none is opened afterwards
 */
public record QueueConnections(RedisConnectionFactory factory, @Nullable RedisConnectionFactory unshared,
		Duration commandTimeout, Duration longestWait, boolean cluster,
		Consumer<Boolean> closing) implements AutoCloseable {

	/**
	 * Uses the connections of the application, and does not close them. Their timeout is
	 * unknown, so blocking commands wait for one second only.
	 */
	public static QueueConnections of(RedisConnectionFactory factory) {
		return new QueueConnections(factory, null, Duration.ofSeconds(10), Duration.ofSeconds(1), false, (forGood) -> {
		});
	}

	/** How long a call may take, if nothing goes wrong in this application. */
	public Duration longestCall() {
		return this.commandTimeout.plus(ServerError.RETRY_WINDOW).plusSeconds(1);
	}

	/** Runs scripts, for callers that do not wait as well if the client is Lettuce. */
	public ScriptRunner scripts(ApplicationThreads threads) {
		return (this.unshared == null) ? new ScriptRunner(this.factory)
				: new ScriptRunner(this.factory,
						new LettuceEvaluator(this.factory, this.unshared, this.cluster, threads.reconnector()),
						threads.scheduler(), threads.connector(), this.commandTimeout);
	}

	/**
	 * Creates what waits for bells, with no thread that waits if the client is Lettuce.
	 */
	public BellReader bells(ApplicationThreads threads) {
		return (this.unshared != null) ? new LettuceBellReader(this.unshared, threads.connector())
				: new BlockingBellReader(this.factory);
	}

	/** Closes all connections. Whoever needs one from now on opens it again. */
	void rest() {
		this.closing.accept(false);
	}

	@Override
	public void close() {
		this.closing.accept(true);
	}

	/**
	 * Closes the connections of the queues when the application stops, and not only when
	 * it ends: a checkpoint of the JVM must have none. What sends jobs later, such as a
	 * bean that is destroyed, opens a connection again.
	 */
	public static final class Lifecycle implements SmartLifecycle {

		private final QueueConnections connections;

		private final Bells bells;

		private volatile boolean running;

		public Lifecycle(QueueConnections connections, Bells bells) {
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

}
