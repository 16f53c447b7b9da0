package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.AsyncWorkerQueue.Poll;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.test.Stub;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessResourceFailureException;

/**
 * A queue that leases what a test answers, when the test does so.
 */
final class ScriptedReplies {

	private final String name;

	private final List<AsyncWorkerQueue> shards;

	private final List<Call> underWay = new ArrayList<>();

	private CompletableFuture<List<Integer>> look = CompletableFuture.completedFuture(List.of());

	private int jobs;

	ScriptedReplies(String name, int shards) {
		this.name = name;
		this.shards = IntStream.range(0, shards).mapToObj(this::shard).toList();
	}

	AsyncWorkerQueue queue() {
		return this.shards.get(0);
	}

	private AsyncWorkerQueue shard(int number) {
		return Stub.of(AsyncWorkerQueue.class, (proxy, method, arguments) -> switch (method.getName()) {
			case "shards" -> this.shards;
			case "look" -> this.look.copy();
			case "leaseOrWait", "poll" -> {
				Call call = new Call(method.getName(), number, (int) arguments[0], new CompletableFuture<>());
				this.underWay.add(call);
				yield call.reply();
			}
			default -> throw new IllegalStateException("A lease loop does not call " + method);
		});
	}

	/** From now on a look finds jobs in these shards. */
	void found(Integer... shards) {
		this.look = CompletableFuture.completedFuture(List.of(shards));
	}

	/** From now on a look has no reply, until the test completes it. */
	CompletableFuture<List<Integer>> silentLook() {
		this.look = new CompletableFuture<>();
		return this.look;
	}

	List<Call> underWay() {
		return List.copyOf(this.underWay);
	}

	/** Answers the oldest call: so many jobs, and nothing more. */
	void answer(int count) {
		answer(this.underWay.remove(0), count, null, false);
	}

	/** Answers the oldest call: so many jobs, and there may be more. */
	void answerMore(int count) {
		answer(this.underWay.remove(0), count, Duration.ZERO, false);
	}

	/** Answers the oldest call: so many jobs, and the next is due later. */
	void answerDueIn(int count, Duration due) {
		answer(this.underWay.remove(0), count, due, false);
	}

	void answerPaused() {
		answer(this.underWay.remove(0), 0, null, true);
	}

	void answerThatAnotherPolled(int index, Duration next) {
		complete(this.underWay.remove(index).reply(), new Poll(null, next));
	}

	/** Answers all calls: nothing is ready. */
	void answerAll() {
		answerAllBut(-1);
	}

	void answerAllBut(int shard) {
		List<Call> answered = this.underWay.stream().filter((call) -> call.shard() != shard).toList();
		this.underWay.removeAll(answered);
		answered.forEach((call) -> answer(call, 0, null, false));
	}

	void fail() {
		this.underWay.remove(0).reply().completeExceptionally(new DataAccessResourceFailureException("Redis is away"));
	}

	private void answer(Call call, int count, @Nullable Duration due, boolean paused) {
		List<Lease> leases = IntStream.range(0, count)
			.mapToObj((i) -> Lease.of(this.name, Job.of("job-" + this.jobs++, new byte[0])))
			.toList();
		LeaseResult result = new LeaseResult(leases, due, paused);
		complete(call.reply(), call.name().equals("poll") ? new Poll(result, Duration.ofSeconds(1)) : result);
	}

	@SuppressWarnings("unchecked")
	private static void complete(CompletableFuture<?> reply, Object value) {
		((CompletableFuture<Object>) reply).complete(value);
	}

	/**
	 * A call under way.
	 *
	 * @param name the method
	 * @param shard the number of the shard
	 * @param max how many jobs it asks for
	 * @param reply completed by the test
	 */
	record Call(String name, int shard, int max, CompletableFuture<?> reply) {

	}

}
