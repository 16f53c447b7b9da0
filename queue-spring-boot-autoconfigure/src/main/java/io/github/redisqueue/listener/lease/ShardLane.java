package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.listener.ListenerTrouble;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link LeaseLoop} knows of one shard. Used under the lock of the loop, except
 * for what is volatile.
 */
final class ShardLane {

	/**
	 * For how long a call under way counts as one that needs room. A shard that does not
	 * answer must not hold up the others.
	 */
	static final Duration PATIENCE = Duration.ofSeconds(1);

	/** How long a listener keeps the wake-up of a shard that it cannot ask. */
	static final Duration WAKE_UP_PAUSE = Duration.ofMillis(200);

	static final Runnable NO_TIMER = () -> {
	};

	final int shard;

	final OutageBackoff backoff;

	volatile State state = State.WAITING;

	/** How many jobs the call under way asks for. */
	int asked;

	/** When the call under way began, in terms of {@link System#nanoTime()}. */
	private volatile long askedAt;

	/** What has come during the call under way. */
	private News news = News.NONE;

	/** How many trips of settlements are under way that may open jobs. */
	private int trips;

	/** Whether such trips have opened jobs lately. */
	private boolean opening;

	/** Whether the call under way began behind such a trip. */
	private boolean behind;

	/** Whether jobs have opened that the call under way takes. */
	private boolean covered;

	/** Cancels the timer for the next delayed job or for the end of the back-off. */
	Runnable timer = NO_TIMER;

	/** When the timer for the next delayed job fires, in terms of nanoTime. */
	private @Nullable Long due;

	/** What the last reply told. */
	private volatile Known known = Known.NOTHING;

	/** Why the last call failed, or null if it was answered. */
	private volatile @Nullable ListenerTrouble trouble;

	/**
	 * Whether the call has not begun yet, or has ended and what follows has not been done
	 * yet. If it stays so, an error is the reason.
	 */
	volatile boolean pending;

	ShardLane(int shard, OutageBackoff backoff) {
		this.shard = shard;
		this.backoff = backoff;
	}

	boolean isWaiting() {
		return this.state == State.WAITING;
	}

	/**
	 * There may be jobs to lease, as soon as there is room. The timer for the next
	 * delayed job goes on: others may rely on it.
	 */
	void wantsJobs() {
		this.state = State.FULL;
	}

	/**
	 * There may be jobs for which no ring came, or which are due. A call under way may
	 * have missed them.
	 */
	void wantsLook() {
		if (this.state == State.LEASING) {
			askAgain();
		}
		else if (isWaiting()) {
			wantsJobs();
		}
	}

	private void askAgain() {
		this.news = (this.news == News.NONE) ? News.ASK_AGAIN : this.news;
	}

	/** A wake-up has come during the call under way. */
	void wokenUp() {
		this.news = News.WAKE_UP;
	}

	/**
	 * So many more trips of settlements are under way that may open jobs. If the last
	 * ones have opened some, the shard is asked behind them, without waiting for the
	 * reply.
	 */
	void settling(int more) {
		this.trips += more;
		if (isWorthFollowing()) {
			wantsJobs();
		}
	}

	/** Whether to ask behind a trip that is under way. */
	boolean isWorthFollowing() {
		return isWaiting() && !isPaused() && this.trips > 0 && this.opening;
	}

	/**
	 * Jobs have opened.
	 * @return whether the call under way takes them: Redis replies in the order in which
	 * it runs calls, so it runs this one behind the trip that has opened them
	 */
	boolean offered() {
		this.opening = true;
		boolean covers = this.state == State.LEASING && this.trips > 0;
		this.covered |= covers;
		return covers;
	}

	/** Whether somebody else has to be told of jobs if the call under way fails. */
	boolean owesWakeUp() {
		return this.news == News.WAKE_UP || this.covered;
	}

	void leasing(int max) {
		this.due = null;
		polling(max);
	}

	/**
	 * A call begins that leases unless another instance has polled. In that case what was
	 * known of delayed jobs remains known.
	 */
	void polling(int max) {
		cancelTimer();
		this.askedAt = System.nanoTime();
		this.state = State.LEASING;
		this.pending = true;
		this.asked = max;
		forget();
		this.behind = this.trips > 0;
	}

	private void forget() {
		this.news = News.NONE;
		this.covered = false;
	}

	/** The reply for a poll that another instance has done: nothing has changed. */
	LeaseResult asBefore() {
		Long next = this.due;
		Duration left = (next != null) ? Duration.ofNanos(Math.max(0, next - System.nanoTime())) : null;
		return new LeaseResult(List.of(), left, isPaused());
	}

	/**
	 * Why the shard cannot be asked, or null. If it waits for room, it is not known
	 * whether it can.
	 */
	@Nullable ListenerTrouble trouble() {
		ListenerTrouble last = (this.state != State.FULL) ? this.trouble : null;
		return (last != null) ? last : unanswered();
	}

	/** The call under way, if it has had no reply for a while. */
	@Nullable ListenerTrouble unanswered() {
		return (this.state == State.LEASING) ? ListenerTrouble.unanswered("leases jobs", this.askedAt) : null;
	}

	/** How much room the call under way may need. */
	int reserved() {
		return (isRecent() && !hasFailed()) ? this.asked : 0;
	}

	private boolean isRecent() {
		return this.asked > 0 && System.nanoTime() - this.askedAt < PATIENCE.toNanos();
	}

	/**
	 * Whether the last reply left jobs behind. So another call follows it, and a wake-up
	 * tells nothing new.
	 */
	boolean hasBacklog() {
		return this.known == Known.MORE;
	}

	/** Whether the queue was paused when it last answered. */
	boolean isPaused() {
		return this.known == Known.PAUSED;
	}

	/** Whether the last call failed. The next one shows whether the shard is back. */
	boolean hasFailed() {
		return this.trouble != null;
	}

	/**
	 * Whether the shard alone gives the handlers enough to do: it has jobs, and answers.
	 */
	boolean isEnough() {
		return hasBacklog() && (this.state == State.FULL || isRecent());
	}

	/** The call under way was answered, so that the shard waits or is to be asked. */
	void answered(LeaseResult result) {
		this.pending = false;
		this.trouble = null;
		this.asked = 0;
		Duration next = result.nextDue();
		boolean more = Duration.ZERO.equals(next) && !result.paused();
		this.known = result.paused() ? Known.PAUSED : (more ? Known.MORE : Known.NOTHING);
		// Redis may have run the trip behind this call, if it had to be repeated.
		boolean missed = this.covered && result.leases().isEmpty();
		this.opening &= !this.behind || !result.leases().isEmpty();
		if (more || this.news != News.NONE || missed) {
			this.state = State.FULL;
		}
		else {
			this.state = State.WAITING;
			this.due = (next != null) ? System.nanoTime() + TimeUnit.NANOSECONDS.convert(next) : null;
		}
		forget();
	}

	/** The call has failed. The trouble began with the first call that failed. */
	void backingOff(Throwable failure) {
		ListenerTrouble before = this.trouble;
		this.trouble = new ListenerTrouble(OutageBackoff.reason(failure),
				(before != null) ? before.begin() : this.askedAt);
		cancelTimer();
		this.pending = false;
		this.asked = 0;
		forgetBacklog();
		forget();
		this.state = State.BACKING_OFF;
	}

	/** The shard is asked, whatever was known of it, unless a call is under way. */
	void mend() {
		askAgain();
		if (this.pending || this.state != State.LEASING) {
			this.pending = false;
			this.asked = 0;
			cancelTimer();
			forget();
			wantsJobs();
		}
	}

	void end() {
		cancelTimer();
		forgetBacklog();
		this.backoff.end();
	}

	private void forgetBacklog() {
		if (hasBacklog()) {
			this.known = Known.NOTHING;
		}
	}

	void cancelTimer() {
		this.timer.run();
		this.timer = NO_TIMER;
	}

	/** What may come while a call is under way; each includes those before it. */
	private enum News {

		NONE,

		/** A reason to ask again after the call. */
		ASK_AGAIN,

		/** A wake-up, which is owed to somebody else if the call fails. */
		WAKE_UP

	}

	/** What a reply tells of the shard. */
	private enum Known {

		/** No more jobs are ready. */
		NOTHING,

		/** It has left jobs behind. */
		MORE,

		/** The queue is paused. */
		PAUSED

	}

	/** The states of a shard. */
	enum State {

		/** Nothing is ready, or the queue is paused. The shard waits for the bell. */
		WAITING,

		/** A call is under way. */
		LEASING,

		/** Jobs may be ready, but there is no room for them. */
		FULL,

		/** A call has failed. The shard waits for the next attempt. */
		BACKING_OFF

	}

}
