package io.github.redisqueue.script;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiPredicate;

import io.github.redisqueue.Durability;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.thread.DaemonThreads;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Runs scripts by their SHA-1, and sends the source of a script that the server has not
 * cached. If the server temporarily refuses a script, because it is loading data, failing
 * over, short of replicas, moving a slot or busy with another script, the call is
 * repeated for up to two seconds: it has changed nothing. A script that is aborted while
 * it runs is not repeated, since its outcome is as unknown as after a lost reply. On a
 * Redis Cluster a script cannot reach the bell, which is rung after it. Thread-safe.
 */
public final class ScriptRunner implements Scripts, AutoCloseable {

	private final BellRinger bellRinger = new BellRinger(this);

	private final Map<Script, GatheredLooks> looks = new ConcurrentHashMap<>();

	private final ScriptCalls calls;

	/** Attends to operations that nobody waits for; null if the client blocks. */
	private final @Nullable TimedAttendant attendant;

	/**
	 * Threads for operations that nobody waits for, if the client blocks. Some are
	 * reserved for each kind of operation, so that a node of a cluster which hangs does
	 * not keep all of them. They start with work, and end after ten seconds without it.
	 */
	private final Map<Lane, DaemonThreads> lanes = Map.of(Lane.ADD, new DaemonThreads("queue-add-", 4), Lane.LEASE,
			new DaemonThreads("queue-lease-", 2), Lane.SETTLE, new DaemonThreads("queue-settle-", 2), Lane.EXTEND,
			new DaemonThreads("queue-extend-", 4), Lane.ANNOUNCE, new DaemonThreads("queue-announce-", 1));

	/** The results of operations that were started and have not ended. */
	private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	/**
	 * Creates a runner for any client. Operations that nobody waits for run on a few
	 * threads of the runner.
	 * @param connections the factory, from which each call gets a connection; additions
	 * that wait for confirmations are refused unless these are Jedis connections to one
	 * server, each with a native one of its own
	 */
	public ScriptRunner(RedisConnectionFactory connections) {
		BlockingEvaluator evaluator = new BlockingEvaluator(connections);
		this.calls = ScriptCalls.blocking(evaluator, evaluator, new CallErrors(connections, this), this.bellRinger);
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
		CallErrors errors = new CallErrors(connections, this);
		this.calls = new ScriptCalls(evaluator, evaluator, timeout, errors, this.bellRinger,
				new SilenceWatch(evaluator, timer, background, errors::replaceConnection));
		this.attendant = new TimedAttendant(timer, background, timeout);
	}

	@Override
	public boolean isCluster() {
		try {
			return this.calls.evaluator().isCluster();
		}
		catch (RuntimeException ex) {
			throw this.calls.errors().translate(ex);
		}
	}

	@Override
	public Duration timeout() {
		return this.calls.timeout();
	}

	@Override
	public <R> CompletableFuture<R> start(Operation<R> operation) {
		if (this.closed) {
			return CompletableFuture.failedFuture(CallErrors.closed());
		}
		CompletableFuture<R> result = (this.attendant != null)
				? new OperationRun<>(this.calls, operation, this.attendant).start() : startBlocking(operation);
		this.underWay.add(result);
		result.whenComplete((value, failure) -> this.underWay.remove(result));
		// If it was closed since the look above, that may not have seen this result.
		if (this.closed) {
			result.completeExceptionally(CallErrors.closed());
		}
		return result;
	}

	/**
	 * Runs an operation on a thread of its lane. If the runner is closed meanwhile, an
	 * operation that waits for a thread does not run any more, and a result that comes
	 * later is too late.
	 */
	private <R> CompletableFuture<R> startBlocking(Operation<R> operation) {
		CompletableFuture<R> result = new CompletableFuture<>();
		try {
			Objects.requireNonNull(this.lanes.get(operation.lane())).execute(() -> {
				try {
					if (!result.isDone() && !result.complete(run(operation))) {
						operation.tooLate().accept(operation.result().get());
					}
				}
				catch (Throwable ex) {
					result.completeExceptionally(ex);
				}
			});
		}
		catch (RejectedExecutionException ex) {
			result.completeExceptionally(CallErrors.closed());
		}
		return result;
	}

	@Override
	public CompletableFuture<Boolean> isQuiet(Script script, Call queue) {
		return (this.attendant != null && !isCluster())
				? this.looks.computeIfAbsent(script, (each) -> new GatheredLooks(this, each)).isQuiet(queue)
				: CompletableFuture.completedFuture(false);
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
	 * Watches another connection than that of scripts, such as one that waits for bells.
	 * @param replace replaces that connection; may block
	 */
	public SilenceWatch watch(ScheduledExecutorService timer, Runnable replace) {
		return new SilenceWatch(this.calls.evaluator(), timer, background(), replace);
	}

	private void checkCaller() {
		if (this.closed) {
			throw CallErrors.closed();
		}
		checkMayWait();
	}

	/**
	 * Refuses to wait on a thread that reads replies, which would wait for itself.
	 * @throws InvalidDataAccessApiUsageException if the present thread reads a reply
	 */
	public static void checkMayWait() {
		if (OperationRun.isReading()) {
			throw new InvalidDataAccessApiUsageException("Thread '" + Thread.currentThread().getName()
					+ "' reads the replies of Redis, so it must not wait for one. Let what follows an operation and waits"
					+ " run on another thread, as with thenApplyAsync and an executor");
		}
	}

	/** The result of a call that has ended, or its exception. */
	public static <T> T resultOf(CompletableFuture<T> ended) {
		try {
			return ended.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw (ex.getCause() instanceof RuntimeException unchecked) ? unchecked : ex;
		}
	}

	@Override
	public <R> R run(Operation<R> operation) {
		checkCaller();
		return WaitingCaller.run(this.calls, operation);
	}

	@Override
	public <R> Confirmation<R> confirm(Operation<R> operation, Step mark, Durability durability) {
		checkCaller();
		try (ConfirmedRun run = new ConfirmedRun(this.calls.evaluator(), durability)) {
			return run.run(this.calls, operation, mark);
		}
	}

	/**
	 * Offers wake-ups for jobs that have become ready by a script of this runner to the
	 * listeners of this application, before they are pushed into the bell.
	 * @param listeners gets the key of the bell and the number of the shard, and tells
	 * whether a listener takes the wake-up; must not block
	 */
	public void offerTo(BiPredicate<String, Integer> listeners) {
		this.bellRinger.offerTo(listeners);
	}

	/** Pushes a wake-up for a shard into a bell soon, unless it is there. Never fails. */
	public void ring(String bell, int shard) {
		this.bellRinger.ring(new Call.Bell(bell, shard), 1);
	}

	/**
	 * Ends the threads of the runner. Operations fail from now on, also those under way
	 * that nobody waits for.
	 */
	@Override
	public void close() {
		this.closed = true;
		this.underWay.forEach((result) -> result.completeExceptionally(CallErrors.closed()));
		this.lanes.values().forEach(DaemonThreads::shutdownNow);
	}

}
