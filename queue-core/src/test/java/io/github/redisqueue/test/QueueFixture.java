package io.github.redisqueue.test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.algorithm.queue.ScriptedQueue;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.script.Scripts;
import io.github.redisqueue.shard.ShardedQueue;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.TestInstances;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisScriptingCommands;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the tests of queues share: each test has a queue named {@code orders} of its own,
 * can look at it as further workers do, and has the commands to look at its keys. Leases
 * that must not end during a test last for {@link #LONG}.
 */
@RedisTest
public abstract class QueueFixture {

	/** A lease time that outlasts each test, also where other tests slow it down. */
	protected static final Duration LONG = Duration.ofMinutes(10);

	/** How long a test waits for what takes its time. */
	protected static final Duration PATIENCE = Duration.ofMinutes(1);

	/** What the dead letters say of jobs that a test buries. */
	protected static final Cause CAUSE = Cause.of(Cause.Reason.REQUESTED, "given up by a test");

	/** How the queues of these tests are created. */
	protected QueueFactory factory;

	/** The Redis of the test. */
	protected TestRedis redis;

	/** Commands to look at the keys of the queue, or to change them. */
	protected RedisClusterCommands<String, String> commands;

	/** The keys of the queue. */
	protected QueueKeys keys;

	/** Runs the scripts of the workers. */
	protected ScriptRunner scripts;

	private TestClock clock;

	/** The queue, as the worker {@code one} sees it. */
	protected WorkerQueue queue;

	/** Tests of the queues of the class that they are nested in. */
	protected QueueFixture() {
	}

	/**
	 * Tests of the queues of a factory.
	 * @param factory creates the queues
	 */
	protected QueueFixture(QueueFactory factory) {
		this.factory = factory;
	}

	/**
	 * Tests of the queues of one type, without shards.
	 * @param type the type of the queues
	 */
	protected QueueFixture(QueueType type) {
		this(() -> type);
	}

	@BeforeEach
	final void createQueue(TestRedis redis, TestInstances tests) {
		if (this.factory == null) {
			this.factory = tests.findInstance(QueueFactory.class).orElseThrow();
		}
		this.redis = redis;
		this.commands = redis.commands();
		this.clock = this.factory.clock(redis);
		this.scripts = this.factory.form().scripts(connections());
		this.keys = QueueKeys.of(redis.keyPrefix(), "orders");
		this.queue = worker("one");
	}

	/**
	 * A queue without shards, as one worker sees it, for tests without this class as
	 * their parent.
	 * @param type the type of the queue
	 * @param keys its keys
	 * @param settings its settings
	 * @param connections the connections to Redis
	 * @return the queue
	 */
	public static WorkerQueue queue(QueueType type, QueueKeys keys, QueueSettings settings,
			RedisConnectionFactory connections) {
		return queue(type, keys, settings, new ScriptRunner(connections));
	}

	/**
	 * A queue without shards, whose layout is neither recorded nor compared.
	 * @param type the type of the queue
	 * @param keys its keys
	 * @param settings its settings
	 * @param scripts runs its scripts
	 * @return the queue
	 */
	public static WorkerQueue queue(QueueType type, QueueKeys keys, QueueSettings settings, Scripts scripts) {
		return new ScriptedQueue(ShardedQueue.algorithm(type, keys, settings, scripts, () -> null));
	}

	/**
	 * Waits for a result, as those do who call the blocking operations.
	 * @param result the result of an asynchronous operation
	 * @param <T> its type
	 * @return the result
	 */
	protected static <T> T join(CompletableFuture<T> result) {
		try {
			return result.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException unchecked) ? unchecked : ex;
		}
	}

	/**
	 * How often a Redis server has run a command, in scripts included.
	 * @param connections the connections to Redis
	 * @param command the name of the command
	 * @return the number since its start
	 */
	public static long calls(RedisConnectionFactory connections, String command) {
		try (RedisConnection connection = connections.getConnection()) {
			String stats = connection.serverCommands().info("commandstats").getProperty("cmdstat_" + command);
			return (stats != null) ? Long.parseLong(stats.replaceFirst("^calls=(\\d+),.*$", "$1")) : 0;
		}
	}

	/**
	 * Connections that count the scripts that are run by their SHA-1.
	 * @param connections the connections to Redis
	 * @param calls is incremented with each script
	 * @return the same connections
	 */
	public static RedisConnectionFactory counting(RedisConnectionFactory connections, AtomicInteger calls) {
		return (RedisConnectionFactory) counted(connections, calls);
	}

	private static Object counted(Object counted, AtomicInteger calls) {
		return Proxy.newProxyInstance(QueueFixture.class.getClassLoader(), ClassUtils.getAllInterfaces(counted),
				(proxy, method, arguments) -> {
					calls.addAndGet(method.getName().equals("evalSha") ? 1 : 0);
					try {
						Object result = method.invoke(counted, arguments);
						return (result instanceof RedisConnection || result instanceof RedisScriptingCommands)
								? counted(result, calls) : result;
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	/**
	 * The connections of the workers, over which scripts see the time that
	 * {@link #advance} made pass.
	 * @return connections to the Redis of the test
	 */
	protected final RedisConnectionFactory connections() {
		return this.clock.connections();
	}

	/**
	 * Holds the clock that the scripts of the workers read: from now on, all that happens
	 * does so at one time, until {@link #advance} lets time pass.
	 * @param micros how many microseconds of the present millisecond are over
	 */
	protected final void holdClock(int micros) {
		this.clock.hold(micros);
	}

	/**
	 * Lets time pass on the server for the queues of this test, so that nobody has to
	 * wait. In this JVM no time passes: what a worker measures by its own clock has to be
	 * waited for, as the deadline in a lease.
	 * @param time how much time, in ms
	 */
	protected final void advance(Duration time) {
		this.clock.advance(time);
	}

	/**
	 * The queue as a worker sees it whose leases outlast the test.
	 * @param name the id of the worker
	 * @return the queue
	 */
	protected final WorkerQueue worker(String name) {
		return worker(name, LONG);
	}

	/**
	 * The queue as a worker sees it.
	 * @param name the id of the worker
	 * @param leaseTime its lease time
	 * @return the queue
	 */
	protected final WorkerQueue worker(String name, Duration leaseTime) {
		return create(QueueSettings.of(name, leaseTime));
	}

	/**
	 * The queue with the settings of one worker.
	 * @param settings the settings
	 * @return the queue
	 */
	protected final WorkerQueue create(QueueSettings settings) {
		return create(settings, this.scripts);
	}

	/**
	 * The queue as one application sees it.
	 * @param settings the settings
	 * @param scripts runs the scripts of the application
	 * @return the queue
	 */
	protected final WorkerQueue create(QueueSettings settings, ScriptRunner scripts) {
		return this.factory.create(this.keys, settings, scripts);
	}

	/**
	 * A key of the queue.
	 * @param name what follows the prefix and its colon
	 * @return the key
	 */
	protected final String key(String name) {
		return this.keys.key(name);
	}

	/**
	 * A job whose payload is made from its id.
	 * @param id the id
	 * @return the job
	 */
	public static Job job(String id) {
		return Job.of(id, ("payload of " + id).getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * The same for each lease.
	 * @param leases the leases
	 * @param value what each of them gets
	 * @param <T> its type
	 * @return the leases in their order, each with the value
	 */
	public static <T> Map<Lease, T> each(Collection<Lease> leases, T value) {
		Map<Lease, T> all = new LinkedHashMap<>();
		leases.forEach((lease) -> all.put(lease, value));
		return all;
	}

	/** The jobs of the queue as somebody sees them who looks at it. */
	protected final ShownJobs shown() {
		return new ShownJobs(this.queue);
	}

	/**
	 * A failure of a handler.
	 * @param delay after which the job comes back
	 * @return the failure
	 */
	public static Failure failure(Duration delay) {
		return new Failure(delay, Cause.of(Cause.Reason.FAILURES, "failed in a test"));
	}

	/**
	 * Adds jobs to the queue, none of which may be present.
	 * @param ids the ids of the jobs
	 */
	protected final void add(String... ids) {
		assertThat(this.queue.add(Arrays.stream(ids).map(QueueFixture::job).toList())).containsExactlyInAnyOrder(ids);
	}

	/**
	 * Leases one job from the queue, which must have one.
	 * @return the lease
	 */
	protected final Lease lease() {
		return leaseOne(this.queue);
	}

	/**
	 * Leases one job, which must be there.
	 * @param worker the queue
	 * @return the lease
	 */
	public static Lease leaseOne(WorkerQueue worker) {
		List<Lease> leases = worker.lease(1).leases();
		assertThat(leases).hasSize(1);
		return leases.get(0);
	}

	/**
	 * Leases until nothing is ready any more.
	 * @param worker the queue
	 * @return the leases
	 */
	public static List<Lease> leaseAll(WorkerQueue worker) {
		List<Lease> all = new ArrayList<>();
		List<Lease> some;
		do {
			some = worker.lease(500).leases();
			all.addAll(some);
		}
		while (!some.isEmpty());
		return all;
	}

	/** Completes one job, and tells whether this call did so. */
	public static boolean complete(WorkerQueue worker, Lease lease) {
		return worker.complete(List.of(lease)).contains(lease);
	}

	/** The ids of the jobs of leases, in the same order. */
	public static List<String> ids(Collection<Lease> leases) {
		return leases.stream().map(Lease::id).toList();
	}

	/** Runs all of it, beginning at the same time, and throws what any of it threw. */
	protected static void atOnce(List<? extends Callable<Void>> everyone) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(everyone.size());
		CyclicBarrier begin = new CyclicBarrier(everyone.size());
		try {
			List<Future<Void>> running = new ArrayList<>();
			for (Callable<Void> one : everyone) {
				running.add(threads.submit(() -> {
					begin.await();
					return one.call();
				}));
			}
			for (Future<Void> one : running) {
				one.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	/**
	 * The wake-ups in the bell of the queue, which is on one server with the scripts that
	 * ring it.
	 * @return the numbers of the shards that have work
	 */
	protected final List<String> wakeUps() {
		return this.commands.lrange(this.keys.bell(), 0, -1);
	}

	/**
	 * All keys of the queue are these, besides its bell.
	 * @param names the names of the keys, without the prefix and its colon
	 */
	protected void assertKeys(String... names) {
		assertThat(this.redis.keys()).filteredOn((key) -> !key.equals(this.keys.bell()))
			.containsExactlyInAnyOrderElementsOf(Arrays.stream(names).map(this::key).toList());
	}

}
