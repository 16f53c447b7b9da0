package io.github.redisqueue.test;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.lettuce.LettuceEvaluator;
import io.github.redisqueue.script.AsyncEvaluator;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.ScriptChange.ChangedConnections;
import io.lettuce.core.RedisCommandTimeoutException;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * How workers call Redis.
 */
public enum Form {

	/** With Lettuce. */
	LETTUCE {
		@Override
		public ScriptRunner scripts(RedisConnectionFactory connections) {
			return new ScriptRunner(connections, evaluator(connections), TestThreads.timer(), TestThreads.connector(),
					Duration.ofSeconds(60));
		}
	},

	/** With Jedis. */
	JEDIS {
		@Override
		public ScriptRunner scripts(RedisConnectionFactory connections) {
			return new ScriptRunner(jedis(connections));
		}
	};

	private static final long PATIENT = 20_000;

	/**
	 * Creates what runs the scripts of workers.
	 * @param connections connections of Lettuce, over which scripts may be changed
	 * @return the runner
	 */
	public abstract ScriptRunner scripts(RedisConnectionFactory connections);

	private static AsyncEvaluator evaluator(RedisConnectionFactory connections) {
		if (connections instanceof ChangedConnections changed) {
			return changed.change().over(evaluator(changed.unchanged()));
		}
		LettuceConnectionFactory lettuce = (LettuceConnectionFactory) connections;
		LettuceEvaluator evaluator = new LettuceEvaluator(lettuce, lettuce, lettuce.isClusterAware(),
				TestThreads.connector());
		return Stub.of(AsyncEvaluator.class, (proxy, method, arguments) -> {
			Object result = method.invoke(evaluator, arguments);
			return method.getName().equals("evaluate") ? timed((CompletionStage<?>) result, lettuce) : result;
		});
	}

	private static RedisConnectionFactory jedis(RedisConnectionFactory connections) {
		if (connections instanceof ChangedConnections changed) {
			return changed.change().over(jedis(changed.unchanged()));
		}
		LettuceConnectionFactory lettuce = (LettuceConnectionFactory) connections;
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(lettuce.getHostName(),
				lettuce.getPort());
		Duration timeout = lettuce.getClientConfiguration().getCommandTimeout();
		// Without a pool nothing is left open that would have to be closed.
		JedisConnectionFactory jedis = new JedisConnectionFactory(server,
				JedisClientConfiguration.builder().readTimeout(timeout).connectTimeout(timeout).build());
		jedis.afterPropertiesSet();
		jedis.start();
		return jedis;
	}

	/**
	 * Waits for a reply as long as the connections do at the time, see {@link Patience}.
	 */
	private static <T> CompletableFuture<T> timed(CompletionStage<T> reply, LettuceConnectionFactory connections) {
		long millis = connections.getClientConfiguration().getCommandTimeout().toMillis();
		if (millis >= PATIENT) {
			// The runner has a timeout, too.
			return reply.toCompletableFuture();
		}
		CompletableFuture<T> timed = reply.toCompletableFuture().copy();
		ScheduledFuture<?> timeout = TestThreads.timer()
			.schedule(() -> timed.completeExceptionally(new RedisCommandTimeoutException("No reply in time")), millis,
					TimeUnit.MILLISECONDS);
		timed.whenComplete((values, failure) -> timeout.cancel(false));
		return timed;
	}

}
