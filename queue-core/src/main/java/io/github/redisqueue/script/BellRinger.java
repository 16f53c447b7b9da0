package io.github.redisqueue.script;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;

import io.github.redisqueue.LogText;
import io.github.redisqueue.script.Operation.Lane;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Rings bells for scripts that cannot reach them on a Redis Cluster, one after the other.
 * Never waits, so that the caller of a script neither waits for the ring nor fails with
 * it. Wake-ups that nobody takes expire after an hour, as the script that drains the
 * queue cannot remove them. If a ring is lost, listeners find the job by polling.
 * Thread-safe.
 */
final class BellRinger {

	private static final Log logger = LogFactory.getLog(BellRinger.class);

	private static final Script RING = Script.load("bell/ring");

	private static final long EXPIRY_MS = 3_600_000;

	private final Scripts scripts;

	/**
	 * The bells to ring next, and how many wake-ups are wanted. The script pushes what is
	 * missing, so the largest number is enough for several rings.
	 */
	private final Map<Call.Bell, Integer> wanted = new LinkedHashMap<>();

	/**
	 * Whether a ring is under way. When it has ended, the next one begins, if any bell is
	 * wanted. Guarded by {@link #wanted}.
	 */
	private boolean ringing;

	/** Nobody, until the bells of this application are there. */
	private volatile BiPredicate<String, Integer> listeners = (bell, shard) -> false;

	BellRinger(Scripts scripts) {
		this.scripts = scripts;
	}

	/** From now on offers wake-ups to listeners before they are pushed. */
	void offerTo(BiPredicate<String, Integer> listeners) {
		this.listeners = listeners;
	}

	/**
	 * Does what a script could not do, or left to its caller.
	 * @param bell what the call rings
	 * @param owed how many wake-ups to push, with a minus sign if the first may be
	 * offered to listeners
	 */
	void onReply(Call.Bell bell, int owed) {
		int missing = (owed < 0) ? -owed - (isTaken(bell) ? 1 : 0) : owed;
		if (missing > 0) {
			ring(bell, missing);
		}
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

	/** Rings a bell, as soon as the rings before have ended. */
	void ring(Call.Bell bell, int wakeUps) {
		synchronized (this.wanted) {
			this.wanted.merge(bell, wakeUps, Math::max);
			if (this.ringing) {
				return;
			}
			this.ringing = true;
		}
		next();
	}

	/** Runs on the thread of the first caller, and then where replies are read. */
	private void next() {
		Map.Entry<Call.Bell, Integer> next;
		synchronized (this.wanted) {
			this.ringing = !this.wanted.isEmpty();
			if (!this.ringing) {
				return;
			}
			next = this.wanted.entrySet().iterator().next();
			// Removed before the ring, so that a request from now on causes another one.
			this.wanted.remove(next.getKey());
		}
		push(next.getKey(), next.getValue());
	}

	private void push(Call.Bell bell, int wakeUps) {
		Call call = new Call("of bell " + bell.key()).key(bell.key())
			.argument(bell.shard())
			.argument(wakeUps)
			.argument(EXPIRY_MS);
		this.scripts.start(Operation.of(Lane.LEASE, RING, call, Reply::size)).whenComplete((pushed, failure) -> {
			if (failure != null) {
				logger.debug(
						"Cannot ring the bell '" + LogText.of(bell.key()) + "'. Listeners find the jobs by polling",
						failure);
			}
			next();
		});
	}

}
