package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.redisqueue.script.RecordedEvaluator.Sent;
import io.github.redisqueue.test.TestThreads;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Looks at many queues, with the replies in the hands of the test.
 */
class GatheredLooksTest {

	private static final Duration PATIENT = Duration.ofMinutes(1);

	private static final Script SCRIPT = Script.load("bell/quiet");

	private final RecordedEvaluator evaluator = new RecordedEvaluator();

	@AutoClose
	private final ScriptRunner runner = new ScriptRunner(new LettuceConnectionFactory(), this.evaluator,
			TestThreads.timer(), TestThreads.connector(), PATIENT);

	private CompletableFuture<Boolean> look(String queue) {
		return look(SCRIPT, queue);
	}

	private CompletableFuture<Boolean> look(Script script, String queue) {
		return this.runner.isQuiet(script, new Call(queue).key(queue).argument("as " + queue));
	}

	private static List<String> queues(Sent sent) {
		return sent.parts().stream().map((part) -> new String(part, StandardCharsets.UTF_8)).toList();
	}

	private static void reply(Sent sent, String... found) {
		List<@Nullable Object> values = new ArrayList<>(List.of(0L));
		for (String position : found) {
			values.add(position.getBytes(StandardCharsets.UTF_8));
		}
		sent.reply().complete(values);
	}

	@Test
	void queuesThatAreAskedForWhileALookIsUnderWayShareTheNextOne() throws Exception {
		CompletableFuture<Boolean> first = look("orders");
		Sent alone = this.evaluator.next();
		List<CompletableFuture<Boolean>> others = IntStream.range(0, 150).mapToObj((i) -> look("queue-" + i)).toList();
		assertThat(this.evaluator.isQuiet()).isTrue();
		reply(alone);
		Sent next = this.evaluator.next();
		assertThat(first).succeedsWithin(PATIENT).isEqualTo(true);
		assertThat(queues(next)).hasSize(200).startsWith("queue-0").endsWith("as queue-99");
		assertThat(queues(next).subList(99, 101)).containsExactly("queue-99", "as queue-0");
		assertThat(this.evaluator.isQuiet()).isTrue();
		reply(next, "0", "98");
		Sent last = this.evaluator.next();
		assertThat(queues(last)).hasSize(100).startsWith("queue-100");
		reply(last, "49");
		assertThat(IntStream.range(0, 150).filter((i) -> !others.get(i).join())).containsExactly(0, 98, 149);
		assertThat(this.evaluator.isQuiet()).isTrue();
	}

	@Test
	void looksWithAnotherScriptAreSentByThemselves() throws Exception {
		CompletableFuture<Boolean> one = look("orders");
		CompletableFuture<Boolean> other = look(Script.load("layout/others"), "orders");
		reply(this.evaluator.next());
		reply(this.evaluator.next(), "0");
		assertThat(one).succeedsWithin(PATIENT).isEqualTo(true);
		assertThat(other).succeedsWithin(PATIENT).isEqualTo(false);
	}

	@Test
	void ofAQueueThatCannotBeLookedAtNothingIsKnown() throws Exception {
		CompletableFuture<Boolean> failing = look("orders");
		CompletableFuture<Boolean> later = look("invoices");
		this.evaluator.next().fail("NOPERM any");
		reply(this.evaluator.next());
		assertThat(failing).succeedsWithin(PATIENT).isEqualTo(false);
		assertThat(later).succeedsWithin(PATIENT).isEqualTo(true);
	}

}
