package io.github.redisqueue.thread;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.springframework.util.CustomizableThreadCreator;

/**
 * Daemon threads that start when there is work, and end after ten seconds without it. If
 * no thread can be started, as in a container that has reached its limit of processes,
 * the work waits: {@link #execute} does not fail, and a start is tried again every 100
 * ms. Work that throws is reported to the thread's handler of uncaught exceptions, and
 * costs no thread. Thread-safe.
 */
public class DaemonThreads extends ThreadPoolExecutor {

	private static final Executor LATER = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS, Runnable::run);

	static {
		// The thread that tries again has to run before none can be started.
		CompletableFuture.delayedExecutor(0, TimeUnit.MILLISECONDS, Runnable::run).execute(() -> {
		});
	}

	/** So many threads at most, for any amount of work. */
	public DaemonThreads(String name, int count) {
		this(count, new LinkedBlockingQueue<>(), named(name));
	}

	/**
	 * So many threads at most. {@link #execute} throws a
	 * {@link RejectedExecutionException} if the queue of waiting work is full.
	 */
	@SuppressWarnings("this-escape") // to the superclass only
	public DaemonThreads(int count, BlockingQueue<Runnable> waiting, ThreadFactory factory) {
		super(count, count, 10, TimeUnit.SECONDS, waiting, factory);
		allowCoreThreadTimeOut(true);
	}

	/** Creates daemon threads whose names begin with a text. */
	public static ThreadFactory named(String name) {
		CustomizableThreadCreator threads = new CustomizableThreadCreator(name);
		threads.setDaemon(true);
		return threads::createThread;
	}

	@Override
	public void execute(Runnable work) {
		Runnable guarded = () -> run(work);
		try {
			super.execute(guarded);
		}
		catch (Error ex) {
			boolean waits = getQueue().contains(guarded) || getQueue().offer(guarded);
			if (!waits || (isShutdown() && remove(guarded))) {
				getRejectedExecutionHandler().rejectedExecution(guarded, this);
			}
			LATER.execute(this::startThread);
		}
	}

	private void startThread() {
		try {
			if (!getQueue().isEmpty()) {
				prestartCoreThread();
			}
		}
		catch (Error ex) {
			LATER.execute(this::startThread);
		}
	}

	/** A thread that ends has to be replaced, and that may fail. */
	private static void run(Runnable work) {
		try {
			work.run();
		}
		catch (Throwable ex) {
			Thread thread = Thread.currentThread();
			thread.getUncaughtExceptionHandler().uncaughtException(thread, ex);
		}
	}

}
