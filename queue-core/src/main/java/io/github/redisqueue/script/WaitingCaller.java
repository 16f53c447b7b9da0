package io.github.redisqueue.script;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A caller that waits for the result of an operation. Its thread attends to the run: so
 * failures have the stack of the caller, and a call needs neither a timer nor another
 * thread. However often a call is tried, it has one timeout.
 */
final class WaitingCaller implements OperationRun.Attendant, OperationRun.Watch {

	private final Thread thread = Thread.currentThread();

	/** How long a call may take with all its attempts, in ns. */
	private final long timeout;

	/** What the thread has to do next, and when. At most one call is under way. */
	private volatile @Nullable Runnable task;

	/**
	 * The time of the task, in terms of {@link System#nanoTime()}. Written before the
	 * task, and read after it, so that it needs no volatile of its own.
	 */
	private long taskTime;

	/** Whether a call waits for its reply. What is below belongs to that call. */
	private volatile boolean waiting;

	/** When its first attempt began, in terms of {@link System#nanoTime()}. */
	private volatile long begin;

	/** The call in doubt, by its begin. */
	private long doubted;

	/** Whether no reply has come in time, which the factory is told on this thread. */
	private boolean gaveUp;

	/** A caller that waits on the thread of this constructor. */
	private WaitingCaller(long timeout) {
		this.timeout = timeout;
	}

	/**
	 * Runs an operation, and waits for its result.
	 * @throws RuntimeException what the run has failed with
	 */
	static <R> R run(ScriptCalls calls, Operation<R> operation) {
		WaitingCaller caller = new WaitingCaller(calls.timeout().toNanos());
		return caller.await(new OperationRun<>(calls, operation, caller));
	}

	private <R> R await(OperationRun<R> run) {
		CompletableFuture<R> result = run.start();
		if (!result.isDone()) {
			result.whenComplete((value, failure) -> LockSupport.unpark(this.thread));
			try {
				attend(run, result);
			}
			finally {
				if (result.isCompletedExceptionally()) {
					run.cancelCall();
				}
			}
		}
		try {
			return ScriptRunner.resultOf(result);
		}
		catch (RuntimeException ex) {
			throw this.gaveUp ? run.reported(ex) : ex;
		}
	}

	private void attend(OperationRun<?> run, CompletableFuture<?> result) {
		while (!result.isDone()) {
			// First, so that what came before the interrupt is seen below.
			boolean interrupted = this.thread.isInterrupted();
			Runnable next = this.task;
			long now = System.nanoTime();
			long time = (next != null) ? this.taskTime : nextLook(now);
			if (time - now > 0 && interrupted) {
				// What has to be examined is due at once.
				run.interrupt(next != null);
			}
			else if (time - now > 0) {
				LockSupport.parkNanos(this, time - now);
			}
			else if (next != null) {
				this.task = null;
				next.run();
			}
			else {
				look(run, now);
			}
		}
	}

	/** A call that has got its reply is being read, and wakes this thread. */
	private long nextLook(long now) {
		long patience = SilenceWatch.PATIENCE.toNanos();
		if (!this.waiting) {
			return now + patience;
		}
		return this.begin + ((this.doubted == this.begin || this.timeout < patience) ? this.timeout : patience);
	}

	private void look(OperationRun<?> run, long now) {
		long call = this.begin;
		if (now - call >= this.timeout) {
			this.gaveUp = true;
			run.giveUp();
		}
		else {
			this.doubted = call;
			run.doubt(() -> this.waiting && this.begin == call);
		}
	}

	@Override
	public OperationRun.Watch watch(OperationRun<?> run, long begin) {
		this.begin = begin;
		this.waiting = true;
		if (Thread.currentThread() != this.thread) {
			LockSupport.unpark(this.thread);
		}
		return this;
	}

	@Override
	public void examine(Runnable task) {
		this.taskTime = System.nanoTime();
		this.task = task;
		LockSupport.unpark(this.thread);
	}

	@Override
	public void repeat(Runnable task, long millis) {
		this.taskTime = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		this.task = task;
	}

	@Override
	public void onReply() {
		this.waiting = false;
	}

	@Override
	public void stop() {
	}

}
