package io.github.redisqueue.script;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisCommandExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Sends nothing: tests take what was sent, and reply.
 */
final class RecordedEvaluator implements AsyncEvaluator {

	private final BlockingQueue<Sent> all = new LinkedBlockingQueue<>();

	private volatile boolean repliesElsewhere;

	@Override
	public boolean isCluster() {
		return false;
	}

	@Override
	public CompletionStage<List<@Nullable Object>> evaluate(String sha, byte @Nullable [] source, int keys,
			byte[][] parts) {
		Sent sent = new Sent(source != null, List.of(parts), Thread.currentThread().getName(),
				new CompletableFuture<>());
		this.all.add(sent);
		return sent.reply();
	}

	@Override
	public boolean repliesElsewhere(byte[] key) {
		return this.repliesElsewhere;
	}

	@Override
	public NodeConnection connect(byte[] key) {
		throw new IllegalStateException("There is no server");
	}

	/** From now on the server replies to new connections. */
	void replyElsewhere() {
		this.repliesElsewhere = true;
	}

	/** The next script that was sent. */
	Sent next() throws InterruptedException {
		Sent next = this.all.poll(20, TimeUnit.SECONDS);
		if (next == null) {
			throw new IllegalStateException("No script was sent");
		}
		return next;
	}

	boolean isQuiet() {
		return this.all.isEmpty();
	}

	/**
	 * A script that was sent.
	 *
	 * @param bySource whether its source was sent
	 * @param parts its keys and arguments
	 * @param thread the thread that sent it
	 * @param reply its reply, for the test to complete
	 */
	record Sent(boolean bySource, List<byte[]> parts, String thread, CompletableFuture<List<@Nullable Object>> reply) {

		/** Replies with numbers. */
		void with(long... numbers) {
			List<@Nullable Object> values = new ArrayList<>(List.of(0L));
			for (long number : numbers) {
				values.add(number);
			}
			this.reply.complete(values);
		}

		void fail(String message) {
			this.reply.completeExceptionally(new RedisCommandExecutionException(message));
		}

	}

}
