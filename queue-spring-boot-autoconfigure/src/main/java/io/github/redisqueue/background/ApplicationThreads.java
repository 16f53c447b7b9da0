package io.github.redisqueue.background;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.redisqueue.thread.DaemonThreads;
import org.jspecify.annotations.Nullable;

/**
 * The threads that all queues and listeners of an application share, whatever their
 * number. They start when they are needed, and reject nothing before {@link #close()}.
 * What comes later is rejected by the schedulers, {@link #connector()} and
 * {@link #reconnector()}, and dropped by the others. Thread-safe.
 * <p>
 * Repeated activities with the same interval have the same times, so that the application
 * wakes up once for many queues. Other instances have other times, including those on the
 * same machine.
 */
public final class ApplicationThreads implements Timer, AutoCloseable {

	private static final long PHASE = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE / 2);

	private final ScheduledThreadPoolExecutor scheduler = newScheduler("queue-scheduler-");

	private final ScheduledThreadPoolExecutor heartbeats = newScheduler("queue-heartbeat-");

	private final ThreadPoolExecutor background = newThreads("queue-background-", 1);

	private final Outages outages = new Outages(this.scheduler, this.background);

	private final ThreadPoolExecutor starter = newThreads("queue-starter-", 1);

	private final ThreadPoolExecutor connector = new DaemonThreads("queue-connect-", 4);

	private final ThreadPoolExecutor counter = newThreads("queue-counter-", 4);

	private final ThreadPoolExecutor health = newThreads("queue-health-", 1);

	private final ThreadPoolExecutor reconnector = new DaemonThreads("queue-reconnect-", 1);

	/** What is to run at times that many tasks have. */
	private final Map<Long, List<Runnable>> times = new ConcurrentHashMap<>();

	/** What is called every second. */
	private final List<Runnable> watched = new CopyOnWriteArrayList<>();

	private boolean watches;

	private int running;

	private @Nullable CountDownLatch alive;

	private static ScheduledThreadPoolExecutor newScheduler(String name) {
		ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(name));
		scheduler.setRemoveOnCancelPolicy(true);
		return scheduler;
	}

	/** So many daemon threads, which drop what comes after they were shut down. */
	public static ThreadPoolExecutor newThreads(String name, int count) {
		DaemonThreads threads = new DaemonThreads(name, count);
		threads.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
		return threads;
	}

	/** Runs short tasks that never block, and no code of the application. */
	public ScheduledExecutorService scheduler() {
		return this.scheduler;
	}

	/**
	 * Runs a task of the {@link #scheduler()} once after a delay, unless the application
	 * ends before.
	 * @return what cancels the task if it has not begun
	 */
	@Override
	public Runnable schedule(Runnable task, Duration delay) {
		try {
			ScheduledFuture<?> scheduled = this.scheduler.schedule(task, TimeUnit.NANOSECONDS.convert(delay),
					TimeUnit.NANOSECONDS);
			return () -> scheduled.cancel(false);
		}
		catch (RejectedExecutionException ex) {
			return () -> {
			};
		}
	}

	/**
	 * All tasks of a time are one of the scheduler, which would have to order thousands.
	 */
	@Override
	public Runnable scheduleAt(long time, Runnable task) {
		FutureTask<?> shared = new FutureTask<>(task, null);
		this.times.compute(time, (same, others) -> {
			List<Runnable> all = (others != null) ? others : new ArrayList<>();
			all.add(shared);
			if (others == null) {
				schedule(() -> Objects.requireNonNull(this.times.remove(same)).forEach(Runnable::run),
						Duration.ofNanos(time - System.nanoTime()));
			}
			return all;
		});
		return () -> shared.cancel(false);
	}

	/** Runs the heartbeats and the watch over the deadlines of leases. */
	public ScheduledExecutorService heartbeats() {
		return this.heartbeats;
	}

	/** Runs code of the application: appenders of logs, and listeners of events. */
	public Executor background() {
		return this.background;
	}

	/** Calls the task executors of the application. */
	public Executor starter() {
		return this.starter;
	}

	/** The log of outages, which is written on the background thread. */
	public Outages outages() {
		return this.outages;
	}

	/** Opens and closes connections. */
	public Executor connector() {
		return this.connector;
	}

	/** Counts jobs for the gauges, and waits for the replies. */
	public Executor counter() {
		return this.counter;
	}

	/** Asks Redis for what the health shows, and waits for the replies. */
	public Executor health() {
		return this.health;
	}

	/**
	 * Opens and replaces the connection that all scripts share. What runs on the
	 * connector may wait for that connection.
	 */
	public Executor reconnector() {
		return this.reconnector;
	}

	/**
	 * How long it is from a time, in terms of {@link System#nanoTime()}, to the next one
	 * of an interval: more than zero, at most the interval.
	 */
	public static Duration untilNext(Duration interval, long now) {
		long nanos = interval.toNanos();
		return Duration.ofNanos(nanos - Math.floorMod(now - PHASE, nanos));
	}

	/** Calls a short task every second, also after the memory of the JVM was full. */
	public synchronized void watch(Runnable task) {
		this.watched.add(task);
		if (!this.watches) {
			// What is scheduled ends with the first throwable.
			Runnable look = () -> this.watched.forEach(ApplicationThreads::call);
			this.scheduler.scheduleWithFixedDelay(() -> call(look), 1, 1, TimeUnit.SECONDS);
			this.watches = true;
		}
	}

	private static void call(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) {
			// It is called again.
		}
	}

	/** No longer calls a task; a call under way may still end later. */
	public void unwatch(Runnable task) {
		this.watched.remove(task);
	}

	/**
	 * Keeps the JVM alive until {@link #release()} has been called as often as this
	 * method: all other threads of this class, and virtual threads, do not.
	 */
	public synchronized void keepAlive() {
		if (this.running++ == 0) {
			CountDownLatch latch = new CountDownLatch(1);
			this.alive = latch;
			Thread thread = new Thread(() -> await(latch), "queue-keep-alive");
			thread.setDaemon(false);
			thread.start();
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			// Nothing but the end of the thread is left to do.
		}
	}

	/** No longer keeps the JVM alive for one caller of {@link #keepAlive()}. */
	public synchronized void release() {
		if (--this.running == 0 && this.alive != null) {
			this.alive.countDown();
		}
	}

	@Override
	public void close() {
		this.scheduler.shutdownNow();
		this.heartbeats.shutdownNow();
		Stream.of(this.background, this.starter, this.connector, this.counter, this.health, this.reconnector)
			.forEach(ThreadPoolExecutor::shutdown);
	}

}
