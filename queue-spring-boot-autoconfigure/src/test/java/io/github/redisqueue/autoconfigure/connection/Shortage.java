package io.github.redisqueue.autoconfigure.connection;

import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.lettuce.LettuceEvaluator;
import io.github.redisqueue.script.AsyncEvaluator;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.Stub;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.test.util.ReflectionTestUtils;

/**
 * What an application is short of for some time. It throws an {@link InternalError} where
 * the JVM throws an {@link OutOfMemoryError}, which JUnit would take for its own end.
 */
abstract sealed class Shortage implements BeanPostProcessor {

	private volatile boolean lasts;

	/** Begins. */
	void begin() {
		this.lasts = true;
	}

	/** Ends. */
	void end() {
		this.lasts = false;
	}

	final boolean lasts() {
		return this.lasts;
	}

	/** Whether it has come to what still went on for a while. */
	boolean hasBegun() {
		return true;
	}

	/** Whether jobs can be sent meanwhile. */
	boolean canSend() {
		return true;
	}

	/** Whether it has lasted for long enough to be felt everywhere. */
	abstract boolean isFelt();

	/**
	 * What health says of a queue with jobs meanwhile, or null if that is a matter of
	 * chance.
	 */
	@Nullable String trouble() {
		return null;
	}

	/** No thread can be started, and those that have nothing to do end. */
	static final class OfThreads extends Shortage {

		private final List<String> pools = List.of("background", "starter", "connector", "counter", "health",
				"reconnector");

		private final AtomicInteger refused = new AtomicInteger();

		private ApplicationThreads threads;

		@Override
		public Object postProcessAfterInitialization(Object bean, String name) {
			if (bean instanceof ApplicationThreads threads) {
				this.threads = threads;
				pools().forEach((pool) -> pool.setThreadFactory(refusing(pool.getThreadFactory())));
			}
			else if (bean instanceof ThreadPoolTaskExecutor handlers && name.equals("queueListenerTaskExecutor")) {
				handlers.getThreadPoolExecutor().setThreadFactory(refusing(handlers));
				handlers.setKeepAliveSeconds(0);
			}
			return bean;
		}

		private Stream<ThreadPoolExecutor> pools() {
			return this.pools.stream()
				.map((pool) -> (ThreadPoolExecutor) ReflectionTestUtils.getField(this.threads, pool));
		}

		private ThreadFactory refusing(ThreadFactory factory) {
			return (task) -> {
				if (lasts()) {
					this.refused.incrementAndGet();
					throw new InternalError("unable to create native thread");
				}
				return factory.newThread(task);
			};
		}

		/** The threads have ended that had nothing to do. */
		@Override
		boolean hasBegun() {
			return pools().filter((pool) -> pool != this.threads.connector() && pool != this.threads.starter())
				.allMatch((pool) -> pool.getPoolSize() == 0);
		}

		@Override
		boolean isFelt() {
			return this.refused.get() > 20;
		}

		@Override
		String trouble() {
			return "getsNoThread";
		}

	}

	/** Of memory: every fifth call to Redis fails with an error. */
	static final class OfMemory extends Shortage {

		private final AtomicInteger calls = new AtomicInteger();

		private final AtomicInteger failed = new AtomicInteger();

		private ApplicationThreads threads;

		private QueueConnections connections;

		@Override
		public Object postProcessAfterInitialization(Object bean, String name) {
			if (bean instanceof ApplicationThreads threads) {
				this.threads = threads;
			}
			else if (bean instanceof QueueConnections connections) {
				this.connections = connections;
			}
			return (bean instanceof ScriptRunner) ? scripts() : bean;
		}

		private ScriptRunner scripts() {
			AsyncEvaluator evaluator = new LettuceEvaluator(this.connections.factory(), this.connections.unshared(),
					this.connections.cluster(), this.threads.reconnector());
			AsyncEvaluator failing = Stub.of(AsyncEvaluator.class, (proxy, method, arguments) -> {
				if (lasts() && this.calls.incrementAndGet() % 5 == 0) {
					throw new InternalError("Java heap space " + this.failed.incrementAndGet());
				}
				return method.invoke(evaluator, arguments);
			});
			return new ScriptRunner(this.connections.factory(), failing, this.threads.scheduler(),
					this.threads.connector(), this.connections.commandTimeout());
		}

		@Override
		boolean isFelt() {
			return this.failed.get() >= 20;
		}

	}

	/** Redis answers nothing. */
	static final class OfAnswers extends Shortage {

		private final PrivateRedis redis;

		OfAnswers(PrivateRedis redis) {
			this.redis = redis;
		}

		@Override
		void begin() {
			this.redis.freeze();
		}

		@Override
		void end() {
			this.redis.thaw();
		}

		@Override
		boolean canSend() {
			return false;
		}

		@Override
		boolean isFelt() {
			return true;
		}

		@Override
		String trouble() {
			return "cannotLease";
		}

	}

}
