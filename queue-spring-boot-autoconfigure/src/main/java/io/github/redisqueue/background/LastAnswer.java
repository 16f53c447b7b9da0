package io.github.redisqueue.background;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * What Redis has last answered to a question. Who reads it never waits: the question is
 * asked in the background. A reader lets it be asked if the answer is older than a
 * second. For ten minutes after that it is asked every ten seconds, so that the next
 * reader finds a recent answer. Thread-safe.
 */
public final class LastAnswer<T> {

	private static final Duration RECENT = Duration.ofSeconds(1);

	private static final Duration INTERVAL = Duration.ofSeconds(10);

	private static final Duration INTEREST = Duration.ofMinutes(10);

	/** An older answer says nothing about the present. */
	private static final Duration MAX_AGE = Duration.ofMinutes(1);

	private final Supplier<? extends @Nullable T> question;

	private final Executor executor;

	private final LongSupplier ticker;

	private final AtomicBoolean underWay = new AtomicBoolean();

	private volatile @Nullable Long readAt;

	private volatile @Nullable Long askedAt;

	private volatile @Nullable Answer<T> last;

	/**
	 * Creates an instance without an answer.
	 * @param question may block; returns null if there is no answer
	 * @param executor runs the question or drops it, and does not throw
	 */
	public LastAnswer(Supplier<? extends @Nullable T> question, Executor executor) {
		this(question, executor, System::nanoTime);
	}

	LastAnswer(Supplier<? extends @Nullable T> question, Executor executor, LongSupplier ticker) {
		this.question = question;
		this.executor = executor;
		this.ticker = ticker;
	}

	/** The answer, or null if there was none within the last minute. */
	public @Nullable T get() {
		Answer<T> known = read();
		return (known != null && !isPast(known.at(), MAX_AGE)) ? known.value() : null;
	}

	/** The last answer, however old, or null if there never was one. */
	public @Nullable T last() {
		Answer<T> known = read();
		return (known != null) ? known.value() : null;
	}

	private @Nullable Answer<T> read() {
		this.readAt = this.ticker.getAsLong();
		ask(RECENT);
		return this.last;
	}

	/** How long ago the last answer was asked for, or null if there never was one. */
	public @Nullable Duration age() {
		Answer<T> known = this.last;
		return (known != null) ? Duration.ofNanos(this.ticker.getAsLong() - known.at()) : null;
	}

	/**
	 * Asks again if somebody has read the answer lately, and it is not recent. To be
	 * called every second. Does not wait.
	 */
	public void keepRecent() {
		Long read = this.readAt;
		if (read != null && !isPast(read, INTEREST)) {
			ask(INTERVAL);
		}
	}

	/** Asks now, in the background, unless that is under way. Does not wait. */
	public void ask() {
		ask(Duration.ZERO);
	}

	private void ask(Duration pause) {
		Long asked = this.askedAt;
		if ((asked == null || isPast(asked, pause)) && this.underWay.compareAndSet(false, true)) {
			try {
				this.executor.execute(this::answer);
			}
			catch (Throwable ex) {
				this.underWay.set(false);
				throw ex;
			}
		}
	}

	private void answer() {
		try {
			long now = this.ticker.getAsLong();
			T value = this.question.get();
			if (value != null) {
				this.last = new Answer<>(value, now);
			}
		}
		finally {
			try {
				this.askedAt = this.ticker.getAsLong();
			}
			finally {
				this.underWay.set(false);
			}
		}
	}

	private boolean isPast(long time, Duration age) {
		return this.ticker.getAsLong() - time >= age.toNanos();
	}

	/** An answer, and when it was asked for. */
	private record Answer<T>(T value, long at) {

	}

}
