package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.bell.BellReader.Token;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.ManualTimer;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of a bell whose key was no list, with a reader and a timer in the hands of
 * the test: whatever happens meanwhile, it is looked at again.
 */
class BrokenBellTest {

	private static final Duration LONGEST = Duration.ofHours(1);

	private static final Duration BROKEN_PAUSE = Duration.ofMinutes(1);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

	private final ManualTimer timer = new ManualTimer();

	private final RecordedReader reader = new RecordedReader();

	/** Its connections lead nowhere, so the test ends the waits. */
	private final ScriptRunner scripts = new ScriptRunner(new LettuceConnectionFactory());

	private final Bells bells = new Bells(this.reader, this.scripts, this.timer, "", LONGEST);

	private final String broken = QueueKeys.bell("", "broken");

	private final String orders = QueueKeys.bell("", "orders");

	/** One bell is left out, and the others are waited for. */
	@BeforeEach
	void leaveOut() {
		RecordedWaiter.listen(this.bells, "broken");
		RecordedWaiter.listen(this.bells, "orders");
		this.reader.next().end();
		this.reader.next().fail(wrongType());
		for (int i = 0; i < 2; i++) {
			Read alone = this.reader.next();
			if (alone.bells().equals(List.of(this.broken))) {
				alone.fail(wrongType());
			}
			else {
				assertThat(alone.bells()).containsExactly(this.orders);
				alone.end();
			}
		}
		assertThat(this.reader.current().bells()).contains(this.orders).doesNotContain(this.broken);
	}

	@AfterEach
	void close() {
		this.scripts.close();
	}

	private static RuntimeException wrongType() {
		return new RedisCommandExecutionException("WRONGTYPE Operation against a key holding the wrong kind of value");
	}

	private static RuntimeException connectionLost() {
		return new RedisConnectionException("Connection reset by peer");
	}

	/** The time has come to look at the bell that was left out. */
	private Read look() {
		this.timer.advance(BROKEN_PAUSE);
		this.reader.next().end();
		assertThat(this.reader.current().bells()).containsExactly(this.broken);
		return this.reader.next();
	}

	private void assertIsIncluded() {
		assertThat(this.reader.current().bells()).contains(this.broken, this.orders);
	}

	@Test
	void aBellThatWasMendedIsIncludedAgain() {
		look().end();
		assertIsIncluded();
	}

	@Test
	void aBellThatIsStillBrokenIsLookedAtAgainAMinuteLater() {
		look().fail(wrongType());
		assertThat(this.reader.current().bells()).contains(this.orders).doesNotContain(this.broken);
		look().end();
		assertIsIncluded();
	}

	@Test
	void aLookThatCoincidesWithTheLossOfTheConnectionIsMadeUpFor() {
		look().fail(connectionLost());
		assertThat(this.reader.isQuiet()).isTrue();
		this.timer.advance(FIRST_PAUSE);
		this.reader.next().fail(connectionLost());
		this.timer.advance(FIRST_PAUSE.multipliedBy(2));
		assertThat(this.reader.current().bells()).containsExactly(this.broken);
		this.reader.next().end();
		assertIsIncluded();
	}

	@Test
	void aBellIsLookedAtThoughItsTimeComesWhileTheConnectionIsLost() {
		this.timer.advance(BROKEN_PAUSE.minusMillis(1));
		this.reader.next().fail(connectionLost());
		this.timer.advance(FIRST_PAUSE);
		assertThat(this.reader.current().bells()).containsExactly(this.broken);
		this.reader.next().end();
		assertIsIncluded();
	}

	@Test
	void aLookThatGetsNoReplyIsMadeUpFor() {
		look();
		this.timer.advance(Duration.ofSeconds(6));
		assertThat(this.reader.resets).isOne();
		assertThat(this.reader.current().bells()).containsExactly(this.broken);
		this.reader.next().end();
		assertIsIncluded();
	}

	/** Reads nothing: tests take what was asked for, and reply. */
	private static final class RecordedReader implements BellReader {

		private final Deque<Read> reads = new ArrayDeque<>();

		private int resets;

		@Override
		public CompletionStage<@Nullable Token> read(List<String> bells, Duration longest) {
			Read read = new Read(List.copyOf(bells), new CompletableFuture<>());
			this.reads.add(read);
			return read.reply();
		}

		/** The read under way. */
		Read current() {
			assertThat(this.reads).as("one read is under way at a time").hasSize(1);
			return this.reads.element();
		}

		/** Takes the read under way, to reply to it. */
		Read next() {
			Read current = current();
			this.reads.remove();
			return current;
		}

		boolean isQuiet() {
			return this.reads.isEmpty();
		}

		@Override
		public void reset() {
			this.resets++;
		}

		@Override
		public void close() {
		}

	}

	/**
	 * A read under way.
	 *
	 * @param bells the keys of the bells
	 * @param reply its reply, for the test to complete
	 */
	private record Read(List<String> bells, CompletableFuture<@Nullable Token> reply) {

		/** There was no token in time. */
		void end() {
			this.reply.complete(null);
		}

		void fail(RuntimeException failure) {
			this.reply.completeExceptionally(failure);
		}

	}

}
