package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * The threads on which a listener processes jobs, and the jobs that wait for them. A job
 * goes to the thread that became idle last; the other idle threads sleep on. Threads are
 * started when there is work, and end after {@link #KEEP_ALIVE} without it. Thread-safe.
 */
final class HandlerThreads {

	/** How long an idle thread waits for a job before it ends. */
	static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

	private final int concurrency;

	private final Prefetch prefetch;

	private final JobProcessor processor;

	private final InFlightJobs inFlight;

	private final ThreadStarter starter;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition threadEnded = this.lock.newCondition();

	private final Deque<InFlightJob> jobs = new ArrayDeque<>();

	private final Deque<Seat> idle = new ArrayDeque<>();

	/** How many threads have been asked for and have not ended. */
	private int threads;

	/** How many of them have not taken their first job. */
	private int starting;

	/** How many threads have begun and not ended. */
	private int begun;

	/**
	 * How many threads there may be: fewer than the concurrency if the executor refuses.
	 */
	private int limit;

	private boolean closed;

	private volatile Runnable onRoom = () -> {
	};

	HandlerThreads(int concurrency, Prefetch prefetch, JobProcessor processor, InFlightJobs inFlight,
			ThreadStarter starter) {
		this.concurrency = concurrency;
		this.limit = concurrency;
		this.prefetch = prefetch;
		this.processor = processor;
		this.inFlight = inFlight;
		this.starter = starter;
	}

	/** Calls a listener when there may be room for more jobs. */
	void onRoom(Runnable listener) {
		this.onRoom = listener;
	}

	/**
	 * How many more jobs to lease: as many as there are idle threads, plus those to
	 * prefetch, if a thread has nothing to do or at least half of the capacity is free.
	 * Leasing a job for each free place would need one round trip per job.
	 * @return how many jobs, or 0 if a round trip is not worth it
	 */
	int room() {
		this.lock.lock();
		try {
			return (this.closed || !isRoundTripWorthIt()) ? 0 : Math.max(0, free());
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean isRoundTripWorthIt() {
		boolean starving = this.jobs.isEmpty() && this.limit - this.threads + this.idle.size() > 0;
		return starving || 2 * free() >= this.limit + this.prefetch.size();
	}

	private int free() {
		int waiting = Math.max(0, this.jobs.size() - this.starting);
		return this.limit - this.threads + this.idle.size() + this.prefetch.size() - waiting;
	}

	/**
	 * Adds jobs for the threads.
	 * @param leased the jobs, in the order in which threads take them
	 * @return false if the threads have been closed and do not take the jobs
	 */
	boolean add(List<InFlightJob> leased) {
		List<Seat> woken = new ArrayList<>();
		int missing = 0;
		this.lock.lock();
		try {
			if (this.closed) {
				return false;
			}
			this.jobs.addAll(leased);
			while (!this.jobs.isEmpty() && !this.idle.isEmpty()) {
				Seat seat = this.idle.pop();
				seat.job = this.jobs.poll();
				woken.add(seat);
			}
			missing = Math.max(0, Math.min(this.jobs.size() - this.starting, this.limit - this.threads));
			this.threads += missing;
			this.starting += missing;
		}
		finally {
			this.lock.unlock();
		}
		woken.forEach((seat) -> LockSupport.unpark(seat.thread));
		for (int i = 0; i < missing; i++) {
			this.starter.start(this::run, this::onRejected);
		}
		return true;
	}

	/** The executor has no thread now. The threads that run process the jobs. */
	private void onRejected() {
		boolean retry;
		this.lock.lock();
		try {
			this.threads--;
			this.starting--;
			this.limit = Math.max(1, this.threads);
			retry = !this.closed && this.threads == 0 && !this.jobs.isEmpty();
			this.threads += retry ? 1 : 0;
			this.starting += retry ? 1 : 0;
			this.threadEnded.signalAll();
		}
		finally {
			this.lock.unlock();
		}
		if (retry) {
			this.starter.startLater(this::run, this::onRejected);
		}
		this.starter.later(this::tryAllAgain);
	}

	/** The executor may have more threads again. */
	private void tryAllAgain() {
		this.lock.lock();
		try {
			this.limit = this.concurrency;
		}
		finally {
			this.lock.unlock();
		}
		this.onRoom.run();
	}

	private void run() {
		Seat seat = new Seat(Thread.currentThread());
		if (!begin()) {
			return;
		}
		try {
			for (InFlightJob job = take(seat); job != null; job = take(seat)) {
				// An interrupt of the idle thread is not meant for the next job.
				Thread.interrupted();
				long begin = System.nanoTime();
				process(job);
				this.prefetch.handled(System.nanoTime() - begin);
			}
		}
		finally {
			end(seat);
			this.onRoom.run();
		}
	}

	private boolean begin() {
		this.lock.lock();
		try {
			this.starting--;
			if (this.closed) {
				this.threads--;
				return false;
			}
			this.begun++;
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void end(Seat seat) {
		this.lock.lock();
		try {
			if (!seat.left) {
				this.threads--;
			}
			this.begun--;
			this.threadEnded.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Waits for the next job. Returns null if the thread has to end. */
	private @Nullable InFlightJob take(Seat seat) {
		InFlightJob next;
		boolean worthIt;
		this.lock.lock();
		try {
			if (this.closed) {
				return null;
			}
			next = this.jobs.poll();
			if (next == null) {
				this.idle.push(seat);
			}
			worthIt = isRoundTripWorthIt();
		}
		finally {
			this.lock.unlock();
		}
		if (worthIt) {
			this.onRoom.run();
		}
		return (next != null) ? next : await(seat);
	}

	private @Nullable InFlightJob await(Seat seat) {
		long end = System.nanoTime() + KEEP_ALIVE.toNanos();
		while (true) {
			InFlightJob job = seat.job;
			if (job != null) {
				seat.job = null;
				return job;
			}
			long left = end - System.nanoTime();
			if (seat.closed || (left <= 0 && leave(seat))) {
				return null;
			}
			LockSupport.parkNanos(this, Math.max(1, left));
			// An interrupt would let each further wait end at once.
			Thread.interrupted();
		}
	}

	/** Leaves the idle threads, unless a job has been given to this one. */
	private boolean leave(Seat seat) {
		this.lock.lock();
		try {
			// From now on there is room for another thread.
			seat.left = this.idle.remove(seat);
			this.threads -= seat.left ? 1 : 0;
			return seat.left;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void process(InFlightJob job) {
		try {
			this.processor.process(job);
		}
		catch (Throwable ex) {
			// Thrown not by the handler, but by the retry policy, an observer or the JVM.
			job.end();
			this.inFlight.abandon(job, ex);
		}
	}

	/**
	 * Ends idle threads, and the others after their jobs.
	 * @return the jobs that no thread has taken
	 */
	List<InFlightJob> close() {
		List<Seat> woken;
		List<InFlightJob> remaining;
		this.lock.lock();
		try {
			this.closed = true;
			woken = List.copyOf(this.idle);
			this.idle.clear();
			remaining = List.copyOf(this.jobs);
			this.jobs.clear();
		}
		finally {
			this.lock.unlock();
		}
		woken.forEach((seat) -> {
			seat.closed = true;
			LockSupport.unpark(seat.thread);
		});
		return remaining;
	}

	/**
	 * Waits until all threads that have begun have ended.
	 * @param timeout how long to wait
	 * @return whether they have ended
	 */
	boolean await(Duration timeout) throws InterruptedException {
		long left = timeout.toNanos();
		this.lock.lock();
		try {
			while (this.begun > 0 && left > 0) {
				left = this.threadEnded.awaitNanos(left);
			}
			return this.begun == 0;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** The place of a thread among the idle ones. */
	private static final class Seat {

		private final Thread thread;

		private volatile @Nullable InFlightJob job;

		private volatile boolean closed;

		/** Whether the thread ends because there was no work for it. */
		private boolean left;

		Seat(Thread thread) {
			this.thread = thread;
		}

	}

	/** Starts threads, on a thread of the application that may run its code. */
	interface ThreadStarter {

		/**
		 * Starts a thread soon.
		 * @param work what the thread does
		 * @param onRejected called if the executor refuses
		 */
		void start(Runnable work, Runnable onRejected);

		/** Starts a thread after a pause. */
		void startLater(Runnable work, Runnable onRejected);

		/** Runs a short task after a pause. */
		void later(Runnable task);

	}

}
