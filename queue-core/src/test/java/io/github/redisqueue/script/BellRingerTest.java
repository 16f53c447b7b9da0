package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import io.github.redisqueue.script.RecordedEvaluator.Sent;
import io.github.redisqueue.test.TestThreads;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rings of bells, with the replies in the hands of the test.
 */
class BellRingerTest {

	private static final Duration PATIENT = Duration.ofMinutes(10);

	private final RecordedEvaluator evaluator = new RecordedEvaluator();

	@AutoClose
	private final ScriptRunner runner = new ScriptRunner(new LettuceConnectionFactory(), this.evaluator,
			TestThreads.timer(), TestThreads.connector(), PATIENT);

	private final BellRinger ringer = new BellRinger(this.runner);

	@Test
	void whatIsWantedWhileABellIsRungIsRungTogetherAfterThat() throws Exception {
		ring("orders", 1);
		Sent first = this.evaluator.next();
		ring("orders", 3);
		ring("orders", 2);
		assertThat(this.evaluator.isQuiet()).isTrue();
		first.with(0);
		Sent second = this.evaluator.next();
		assertThat(arguments(second)).startsWith("orders", "7", "3");
		second.fail("ERR any");
		assertThat(this.evaluator.isQuiet()).isTrue();
		ring("orders", 1);
		assertThat(arguments(this.evaluator.next())).startsWith("orders", "7", "1");
	}

	@Test
	void bellsAreRungOneAfterTheOther() throws Exception {
		ring("orders", 1);
		ring("invoices", 1);
		ring("mails", 1);
		for (String bell : List.of("orders", "invoices", "mails")) {
			Sent sent = this.evaluator.next();
			assertThat(arguments(sent)).startsWith(bell, "7", "1");
			assertThat(this.evaluator.isQuiet()).isTrue();
			sent.with(0);
		}
		assertThat(this.evaluator.isQuiet()).isTrue();
	}

	private void ring(String bell, int wakeUps) {
		this.ringer.ring(new Call.Bell(bell, 7), wakeUps);
	}

	private static List<String> arguments(Sent sent) {
		return sent.parts().stream().map((part) -> new String(part, StandardCharsets.UTF_8)).toList();
	}

}
