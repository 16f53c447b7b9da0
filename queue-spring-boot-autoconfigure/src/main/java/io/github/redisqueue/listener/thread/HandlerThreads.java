package io.github.redisqueue.listener.thread;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.redisqueue.background.Timer;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which a listener processes tasks, and the tasks that wait for them. A
 * task goes to the thread that became idle last; the other idle threads sleep on. Threads
 * are started when there is work, and end after a time without it. A job whose work goes
 * on without its thread counts against the concurrency until it ends. Thread-safe.
 */
public final class HandlerThreads {

	/** After what time a refused thread is asked for again if there is no other. */
	private static final Duration PAUSE = Duration.ofMillis(100);

	/** How long an idle thread waits for a job before it ends. */
	final Duration keepAlive;

	private int concurrency;

	private final Prefetch prefetch;

	private final BiConsumer<Runnable, Runnable> starter;

	private final Timer timer;

	private final WaitingTasks tasks;

	private final Deque<HandlerThread> idle = new ArrayDeque<>();

	/** How many threads have been asked for and have not ended. */
	private int threads;

	/** How many of them have not taken their first job. */
	private int starting;

	/** How many threads have begun and not ended. */
	private int begun;

	/** How many threads there may be: less than concurrency if the executor refuses. */
	private int limit;

	/** How many jobs go on without a thread. */
	private int detached;

	private boolean closed;

	/** Asks for more jobs on the thread that calls it. */
	private volatile Runnable onRoom = () -> {
	};

	/** The same on another thread, for one that has a job to begin with. */
	private volatile Runnable onRoomElsewhere = this.onRoom;

	private volatile Consumer<Throwable> onError = (error) -> {
	};

	/**
	 * Creates an instance without threads.
	 * @param starter runs the first on a new thread, or the second if there is none
	 * @param keepAlive how long an idle thread waits for a job before it ends
	 */
	public HandlerThreads(int concurrency, Prefetch prefetch, WaitingTasks tasks,
			BiConsumer<Runnable, Runnable> starter, Duration keepAlive, Timer timer) {
		this.keepAlive = keepAlive;
		this.concurrency = concurrency;
		this.limit = concurrency;
		this.prefetch = prefetch;
		this.tasks = tasks;
		this.starter = starter;
		this.timer = timer;
	}

	/** Calls a listener, or its like on another thread, when there may be room. */
	public void onRoom(Runnable listener, Runnable elsewhere) {
		this.onRoom = listener;
		this.onRoomElsewhere = elsewhere;
	}

	/** Calls a listener when an error has cut short what does not concern a task. */
	public void onError(Consumer<Throwable> listener) {
		this.onError = listener;
	}

	/** Runs what must not keep a task from its thread, nor a thread from its tasks. */
	void guarded(Runnable action) {
		try {
			action.run();
		}
		catch (Throwable ex) {
			this.onError.accept(ex);
		}
	}

	/**
	 * How many more jobs to lease: as many as there are idle threads, plus those to
	 * prefetch. 0 unless a thread has nothing to do, or few jobs wait for one: leasing a
	 * job for each free place would need one round trip per job.
	 */
	public synchronized int room() {
		return (this.closed || !isRoundTripWorthIt()) ? 0 : Math.max(0, free());
	}

	/** How many more jobs to lease from a queue that gets only idle places. */
	public synchronized int roomWithoutPrefetch() {
		return this.closed ? 0 : Math.max(0, free() - this.prefetch.size);
	}

	private boolean isRoundTripWorthIt() {
		boolean starving = this.tasks.isEmpty() && places() > 0;
		return starving || (waiting() <= this.prefetch.least && free() > 0);
	}

	private int free() {
		return places() + this.prefetch.size - waiting();
	}

	/** How many tasks no thread takes at once. */
	private int waiting() {
		return Math.max(0, this.tasks.size() - this.starting);
	}

	/**
	 * Whether a thread would begin with a job at once, or almost. If not, a job that
	 * becomes ready is left to other instances.
	 */
	public synchronized boolean isAwaitingJobs() {
		return places() + this.prefetch.soon > waiting();
	}

	/** Whether as many jobs are being handled as may be at the same time. */
	public synchronized boolean areAllBusy() {
		return this.limit > 0 && places() <= 0;
	}

	/** Records how long a call took that has leased jobs for these threads. */
	public void leased(long nanos) {
		this.prefetch.called(nanos);
	}

	/** How many more jobs may be handled at the same time. */
	private int places() {
		return this.limit - this.threads + this.idle.size() - this.detached;
	}

	/**
	 * Adds tasks, in the order in which threads take them. Returns false if the threads
	 * have been closed and take none.
	 */
	public boolean add(List<HandlerTask> added) {
		synchronized (this) {
			if (this.closed) {
				return false;
			}
			added.forEach(this.tasks::add);
		}
		// From now on the tasks belong to the threads.
		guarded(this::handOut);
		return true;
	}

	/** Gives waiting jobs to idle threads, and starts the threads that are missing. */
	private void handOut() {
		List<HandlerThread> woken = new ArrayList<>();
		int missing = 0;
		synchronized (this) {
			while (!this.tasks.isEmpty() && !this.idle.isEmpty() && places() > 0) {
				HandlerThread thread = this.idle.pop();
				thread.task = this.tasks.poll();
				woken.add(thread);
			}
			int wanted = this.closed ? 0 : this.tasks.size() - this.starting;
			missing = Math.max(0, Math.min(wanted, places() - this.idle.size()));
			this.threads += missing;
			this.starting += missing;
		}
		woken.forEach(HandlerThread::wake);
		for (int i = 0; i < missing; i++) {
			startThread();
		}
	}

	private void startThread() {
		try {
			this.starter.accept(new HandlerThread(this, this.prefetch), this::onRejected);
		}
		catch (Throwable ex) {
			onRejected();
			this.onError.accept(ex);
		}
	}

	/** Takes back the tasks of a queue that are overdue: no thread has taken them. */
	synchronized WaitingTasks.Overdue takeOverdue(int queue) {
		WaitingTasks.Overdue overdue = this.tasks.removeOverdue(queue, System.nanoTime());
		if (!overdue.tasks().isEmpty()) {
			this.prefetch.stalled();
		}
		return overdue;
	}

	/** Whether there are tasks that no thread has taken. */
	public synchronized boolean areTasksWaiting() {
		return !this.tasks.isEmpty();
	}

	/** The executor has no thread now. The threads that run process the jobs. */
	private void onRejected() {
		boolean retry;
		synchronized (this) {
			this.threads--;
			this.starting--;
			this.limit = Math.max(1, this.threads);
			retry = !this.closed && this.threads == 0 && !this.tasks.isEmpty();
			this.threads += retry ? 1 : 0;
			this.starting += retry ? 1 : 0;
			notifyAll();
		}
		if (retry) {
			this.timer.schedule(this::startThread, PAUSE);
		}
		this.timer.schedule(this::tryAllAgain, PAUSE.multipliedBy(10));
	}

	/** The executor may have threads again, or an error kept some from starting. */
	public void tryAllAgain() {
		synchronized (this) {
			this.limit = this.concurrency;
		}
		handOut();
		this.onRoom.run();
	}

	/** Changes how many tasks run at the same time. Those that run go on. */
	public void change(int number) {
		synchronized (this) {
			this.concurrency = number;
		}
		this.prefetch.concurrency(number);
		tryAllAgain();
	}

	/** Returns false if a thread that has started must not begin. */
	synchronized boolean begin() {
		this.starting--;
		if (this.closed) {
			this.threads--;
			return false;
		}
		this.begun++;
		return true;
	}

	void end(HandlerThread thread) {
		synchronized (this) {
			this.threads -= thread.left ? 0 : 1;
			this.begun--;
			notifyAll();
		}
		this.onRoom.run();
	}

	/** Waits for the next task. Returns null if the thread has to end. */
	@Nullable HandlerTask take(HandlerThread thread) {
		HandlerTask next;
		boolean worthIt;
		synchronized (this) {
			if (this.closed) {
				return null;
			}
			next = (places() >= 0) ? this.tasks.poll() : null;
			if (next == null) {
				this.idle.push(thread);
			}
			worthIt = isRoundTripWorthIt();
		}
		HandlerTask taken = next;
		if (worthIt) {
			// Of slow handlers, the job does not wait until the call has been sent.
			guarded((taken != null && this.prefetch.slow) ? this.onRoomElsewhere : this.onRoom);
		}
		if (taken == null) {
			return thread.await();
		}
		guarded(() -> this.prefetch.waited(taken.since()));
		return taken;
	}

	/** Leaves the idle threads, unless a job has been given to this one. */
	synchronized boolean leave(HandlerThread thread) {
		// From now on there is room for another thread.
		thread.left = this.idle.remove(thread);
		this.threads -= thread.left ? 1 : 0;
		return thread.left;
	}

	/** The work of a job goes on without its thread. */
	synchronized void detached() {
		this.detached++;
	}

	/** The work of a job without a thread has ended. Called on any thread. */
	void workEnded() {
		synchronized (this) {
			this.detached--;
			notifyAll();
		}
		handOut();
		this.onRoom.run();
	}

	/** Ends idle threads, the others after their jobs. Returns the tasks not taken. */
	public synchronized List<HandlerTask> close() {
		this.closed = true;
		this.idle.forEach(HandlerThread::close);
		this.idle.clear();
		return this.tasks.clear();
	}

	/** Whether all threads and all jobs without one end before the timeout elapses. */
	public synchronized boolean await(Duration timeout) throws InterruptedException {
		long end = System.nanoTime() + timeout.toNanos();
		for (long left = 1; this.begun + this.detached > 0 && left > 0; left = end - System.nanoTime()) {
			TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
		}
		return this.begun + this.detached == 0;
	}

}
