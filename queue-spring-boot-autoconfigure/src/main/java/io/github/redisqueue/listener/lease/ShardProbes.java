package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.github.redisqueue.listener.job.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Probes of a {@link LeaseLoop} at its shards, of which one is awaited at most. A probe
 * that takes too long, as a node that hangs holds it up, ends as if it had found nothing.
 * Used within {@link StateLock}.
 */
final class ShardProbes {

	/** How long to wait for a look. */
	private static final Duration PATIENCE = Duration.ofMillis(200);

	private final ShardCalls calls;

	private final Timer timer;

	private final StateLock stateLock;

	private @Nullable Object awaited;

	ShardProbes(ShardCalls calls, Timer timer, StateLock stateLock) {
		this.calls = calls;
		this.timer = timer;
		this.stateLock = stateLock;
	}

	/**
	 * Begins a look after the change that is being made, unless one is awaited.
	 * @param receiver is told within a change which shards have jobs
	 */
	void begin(Consumer<List<Integer>> receiver) {
		if (this.awaited == null) {
			Object look = new Object();
			this.awaited = look;
			this.stateLock.then(() -> start(look, receiver));
		}
	}

	/**
	 * Looks at several shards after the change that is being made, if some wait, unless a
	 * look is awaited. Those that have jobs all the same want to be asked.
	 * @param lanes the shards
	 * @param ask asks within a change those that want jobs
	 */
	void atWaiting(ShardLanes lanes, Runnable ask) {
		if (lanes.areSeveral() && lanes.anyWaiting()) {
			begin((found) -> {
				found.stream().map(lanes::get).filter(ShardLane::isWaiting).forEach(ShardLane::wantsJobs);
				ask.run();
			});
		}
	}

	/** Awaits no look any more. */
	void forget() {
		this.awaited = null;
	}

	private void start(Object look, Consumer<List<Integer>> receiver) {
		Runnable timeout = this.timer.schedule(() -> end(look, List.of(), receiver), PATIENCE);
		this.calls.look().thenAccept((found) -> {
			timeout.run();
			end(look, found, receiver);
		});
	}

	private void end(Object look, List<Integer> found, Consumer<List<Integer>> receiver) {
		this.stateLock.make(() -> {
			if (this.awaited == look) {
				this.awaited = null;
				receiver.accept(found);
			}
		});
	}

}
