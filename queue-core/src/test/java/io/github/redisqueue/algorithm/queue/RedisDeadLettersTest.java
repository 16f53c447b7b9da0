package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A dead letter stands in the list twice if its job was buried again while the ids were
 * read, or if a burial was cut short and repeated.
 */
@RedisTest
class RedisDeadLettersTest {

	private static final List<String> IDS = IntStream.range(0, 300).mapToObj((i) -> "job-" + i).toList();

	private final List<String> asked = new ArrayList<>();

	private TestRedis redis;

	private QueueKeys keys;

	private RedisDeadLetters letters;

	@BeforeEach
	void listOneTwice(TestRedis redis) {
		this.redis = redis;
		this.keys = QueueKeys.of(redis.keyPrefix(), "orders");
		redis.commands().lpush(this.keys.key("dead"), IDS.toArray(String[]::new));
		redis.commands().lpush(this.keys.key("dead"), IDS.get(0));
		QueueSettings settings = QueueSettings.of("one", Duration.ofSeconds(30));
		ScriptRunner scripts = new ScriptRunner(redis.connections());
		this.letters = new RedisDeadLetters(
				new Algorithm("delayed", "delayed", this.keys, settings, scripts, () -> null) {

					@Override
					public Call call(List<String> ids) {
						RedisDeadLettersTest.this.asked.addAll(ids);
						return super.call(ids);
					}

				});
	}

	@Test
	void oneThatIsListedTwiceIsPutBackOnceWithAllOthers() {
		this.letters.redriveAll();
		assertThat(this.asked).containsExactlyInAnyOrderElementsOf(IDS);
	}

	@Test
	void oneThatIsListedTwiceIsPurgedFromBothPlacesWithAllOthers() {
		assertThat(this.letters.purgeAll()).isEqualTo(300);
		assertThat(this.redis.commands().exists(this.keys.key("dead"))).isZero();
	}

}
