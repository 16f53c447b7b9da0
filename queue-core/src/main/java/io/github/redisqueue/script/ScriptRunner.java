package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

import io.github.redisqueue.Durability;
import io.github.redisqueue.LogText;
import io.github.redisqueue.script.Operation.Step;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Runs scripts by their SHA-1, and sends the source of a script that the server has not
 * cached. If the server temporarily cannot run the script, because it is loading data,
 * failing over, short of replicas, moving a slot or busy with another script, the call is
 * repeated for up to two seconds. On a Redis Cluster a script cannot reach the bell, so
 * the bell is rung after the script. Thread-safe.
 * <p>
 * A script that is rejected because its slot is being moved has changed nothing. A script
 * that accesses a key that it cannot declare may be aborted by such a move. Such a call
 * is not repeated here, because its outcome is as unknown as after a lost reply.
 */
public final class ScriptRunner implements Scripts, AutoCloseable {

	private static final Set<String> TEMPORARY = Set.of("TRYAGAIN", "ASK", "MOVED", "CLUSTERDOWN", "LOADING", "BUSY",
			"READONLY", "MASTERDOWN", "NOREPLICAS");

	private static final Log logger = LogFactory.getLog(ScriptRunner.class);

	private static final String WRONGTYPE = "WRONGTYPE";

	private static final Script TYPES = Script.load("layout/types");

	/** How many keys are examined to name the one that is wrong. */
	private static final int MAX_EXAMINED = 100;

	/** For how long a call is repeated that the server refuses. */
	public static final Duration RETRY_WINDOW = Duration.ofSeconds(2);

	private static final Duration FOREVER = Duration.ofDays(365);

	/** How often a call is repeated that the server refuses. */
	static final RetryPolicy RETRIES = RetryPolicy.builder()
		.maxRetries(Long.MAX_VALUE)
		.delay(Duration.ofMillis(20))
		.multiplier(2)
		.maxDelay(Duration.ofMillis(250))
		.timeout(RETRY_WINDOW)
		.predicate((failure) -> TEMPORARY.contains(ServerError.code(failure)))
		.build();

	private final RedisConnectionFactory connections;

	private final BellRinger bellRinger = new BellRinger(this);

	private final ScriptCalls calls;

	private final AsyncEvaluator evaluator;

	/** Attends to operations that nobody waits for; null if the client blocks. */
	private final @Nullable TimedAttendant attendant;

	private final BlockingLanes lanes = new BlockingLanes();

	/** The results of operations that were started and have not ended. */
	private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();

	private volatile BiPredicate<String, Integer> listeners = (bell, shard) -> false;

	private volatile boolean closed;

	/**
	 * Creates a runner for any client. Operations that nobody waits for run on a few
	 * threads of the runner.
	 * @param connections the factory, from which each call gets a connection; additions
	 * that wait for confirmations are refused unless these are Jedis connections to one
	 * server, each with a native one of its own
	 */
	public ScriptRunner(RedisConnectionFactory connections) {
		this.connections = connections;
		this.evaluator = new BlockingEvaluator(connections);
		// The client has timeouts of its own.
		this.calls = new ScriptCalls(this.evaluator, FOREVER, this, null);
		this.attendant = null;
	}

	/**
	 * Creates a runner for a client with an asynchronous interface.
	 * @param connections the factory, which translates exceptions, and replaces a
	 * connection for which it is told of a timeout
	 * @param evaluator sends the scripts
	 * @param timer runs short tasks later
	 * @param background runs tasks that may block, such as closing a connection
	 * @param timeout how long to wait for each reply
	 */
	public ScriptRunner(RedisConnectionFactory connections, AsyncEvaluator evaluator, ScheduledExecutorService timer,
			Executor background, Duration timeout) {
		this.connections = connections;
		this.evaluator = evaluator;
		this.calls = new ScriptCalls(evaluator, timeout, this,
				new SilenceWatch(evaluator, timer, background, this::replaceConnection));
		this.attendant = new TimedAttendant(timer, background, timeout);
	}

	@Override
	public boolean isCluster() {
		return opened(this.evaluator::isCluster);
	}

	@Override
	public <R> CompletableFuture<R> start(Operation<R> operation) {
		if (this.closed) {
			return CompletableFuture.failedFuture(closed());
		}
		CompletableFuture<R> result = (this.attendant != null)
				? new OperationRun<>(this.calls, operation, this.attendant).start()
				: this.lanes.start(operation, this::run);
		this.underWay.add(result);
		result.whenComplete((value, failure) -> this.underWay.remove(result));
		if (this.closed) {
			result.completeExceptionally(closed());
		}
		return result;
	}

	@Override
	public boolean keepsOrder() {
		return this.attendant != null;
	}

	@Override
	public Executor background() {
		return (this.attendant != null) ? this.attendant.background() : Runnable::run;
	}

	/**
	 * Whether the server runs scripts over a new connection. Blocks until it replies, or
	 * until a timeout.
	 * @param key a key; on a Redis Cluster the question concerns the node that has it
	 * @return whether it has replied; false if the client cannot tell
	 */
	public boolean repliesElsewhere(String key) {
		return this.evaluator.repliesElsewhere(key.getBytes(StandardCharsets.UTF_8));
	}

	/** The factory replaces a connection for which a timeout is reported. */
	private void replaceConnection() {
		translated(new QueryTimeoutException("The server replies to a new connection, but not to this one"));
	}

	private void checkOpen() {
		if (this.closed) {
			throw closed();
		}
	}

	private static DataAccessException closed() {
		return new DataAccessResourceFailureException("The connections of the queues are closed");
	}

	@Override
	public <R> R run(Operation<R> operation) {
		checkOpen();
		WaitingCaller caller = new WaitingCaller(this.calls.timeout().toNanos());
		return caller.await(new OperationRun<>(this.calls, operation, caller));
	}

	@Override
	public <R> Confirmation<R> confirm(Operation<R> operation, Step mark, Durability durability) {
		return new ConfirmedRun<>(this, operation, mark, durability).run();
	}

	/** Opens a connection that nobody else uses, to the node of a call. */
	NodeConnection connect(Call call) {
		checkOpen();
		return opened(() -> this.evaluator.connect(call.firstKey()));
	}

	/** A factory that is stopped, as while an application stops, gives no connection. */
	private static <T> T opened(Supplier<T> opening) {
		try {
			return opening.get();
		}
		catch (IllegalStateException ex) {
			throw new DataAccessResourceFailureException("The connections to Redis are stopped", ex);
		}
	}

	/** Adds to an exception what the user can do about it. */
	DataAccessException explained(DataAccessException ex, Script script, Call call) {
		return switch (ServerError.code(ex)) {
			case "OOM" -> new DataAccessResourceFailureException(
					"Redis is out of memory (maxmemory is reached and its policy is noeviction), so " + script
							+ " was rejected for " + call
							+ ". No job was lost; increase maxmemory or let workers drain the queue, then try again",
					ex);
			case "CROSSSLOT" -> new InvalidDataAccessApiUsageException("The keys of " + call
					+ " are in different slots of the Redis Cluster, so " + script
					+ " was rejected. The configured prefix of the queue must contain a hash tag in braces, such as"
					+ " 'shop:{orders}', which keeps all keys of the queue in one slot", ex);
			case "NOAUTH", "WRONGPASS" -> new DataAccessResourceFailureException(
					"Redis wants a password, or another one, or another user, before it runs " + script + " for " + call
							+ ". Set spring.data.redis.password, and spring.data.redis.username unless it is the default user",
					ex);
			case ServerError.NOPERM ->
				new PermissionDeniedDataAccessException(
						"The Redis user has no permission for a command or key that " + script + " needs for " + call
								+ ". docs/security.md lists the required permissions, and ACL LOG on the server shows"
								+ " what was denied: " + NestedExceptionUtils.getMostSpecificCause(ex).getMessage(),
						ex);
			default -> TEMPORARY.contains(ServerError.code(ex)) ? refused(ex, script, call) : located(ex, script, call);
		};
	}

	private static DataAccessException refused(DataAccessException ex, Script script, Call call) {
		return new DataAccessResourceFailureException(
				"Redis refused " + script + " for " + call + " for " + RETRIES.getTimeout().toSeconds() + " seconds: "
						+ NestedExceptionUtils.getMostSpecificCause(ex).getMessage(),
				ex);
	}

	/** Adds the file and the line to an error in a script. */
	private DataAccessException located(DataAccessException ex, Script script, Call call) {
		int line = ServerError.line(ex);
		if (line == 0) {
			return ex;
		}
		return new InvalidDataAccessResourceUsageException(script + " failed for " + call + " at "
				+ script.location(line) + ": " + NestedExceptionUtils.getMostSpecificCause(ex).getMessage()
				+ (ServerError.code(ex).equals(WRONGTYPE) ? wrongKeys(call) : ""), ex);
	}

	/** One more trip, for an error that an operator has to correct by hand anyway. */
	private String wrongKeys(Call failed) {
		try {
			Call types = failed.another();
			failed.fixedKeys(MAX_EXAMINED).forEach(types::key);
			List<String> wrong = run(TYPES, types).texts();
			return wrong.isEmpty() ? "" : "; " + String.join(", ", wrong);
		}
		catch (RuntimeException ex) {
			logger.debug("Cannot examine the keys of " + failed, ex);
			return "";
		}
	}

	Reply read(Call call, List<@Nullable Object> values) {
		Reply reply = Reply.of(values);
		Call.Bell bell = call.bell();
		int owed = reply.owedWakeUps();
		if (bell != null && owed < 0) {
			owed = -owed - (isTaken(bell) ? 1 : 0);
		}
		if (bell != null && owed > 0) {
			this.bellRinger.ring(bell, owed);
		}
		return reply;
	}

	/** The script has succeeded, whatever a listener does. */
	private boolean isTaken(Call.Bell bell) {
		try {
			return this.listeners.test(bell.key(), bell.shard());
		}
		catch (RuntimeException ex) {
			logger.debug("No listener takes the wake-up of bell '" + LogText.of(bell.key()) + "'", ex);
			return false;
		}
	}

	/**
	 * Offers wake-ups for jobs that have become ready by a script of this runner to the
	 * listeners of this application, before they are pushed into the bell.
	 * @param listeners gets the key of the bell and the number of the shard, and tells
	 * whether a listener takes the wake-up; must not block
	 */
	public void offerTo(BiPredicate<String, Integer> listeners) {
		this.listeners = listeners;
	}

	/**
	 * Pushes a wake-up into a bell soon, unless the bell holds it already. Never fails.
	 * @param bell the key of the bell
	 * @param shard the number of the shard that has jobs
	 */
	public void ring(String bell, int shard) {
		this.bellRinger.ring(new Call.Bell(bell, shard), 1);
	}

	RuntimeException translated(RuntimeException failure) {
		RuntimeException translated = this.connections.translateExceptionIfPossible(failure);
		return (translated != null) ? translated : failure;
	}

	/**
	 * Ends the threads of the runner. Operations fail from now on, also those under way
	 * that nobody waits for.
	 */
	@Override
	public void close() {
		this.closed = true;
		this.underWay.forEach((result) -> result.completeExceptionally(closed()));
		this.lanes.close();
	}

}
