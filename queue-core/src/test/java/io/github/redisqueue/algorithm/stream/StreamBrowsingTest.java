package io.github.redisqueue.algorithm.stream;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.lettuce.core.Consumer;
import io.lettuce.core.XReadArgs.StreamOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The jobs of a {@code stream} queue that others work on, as somebody sees them who looks
 * at it.
 */
class StreamBrowsingTest extends StreamQueueTests {

	@Test
	void anEntryOfAnotherProgramIsAJobThatIsFoundByTheIdOfItsEntry() {
		add("a");
		String entry = this.commands.xadd(key("stream"), Map.of("data", "payload", "h:k", "v"));
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("a", entry);
		assertThat(shown().find(entry).state()).isEqualTo(JobState.READY);
		assertThat(shown().find(entry).job().headers()).isEqualTo(Map.of("k", "v"));
		leaseAll(this.queue);
		assertThat(shown().find(entry).state()).isEqualTo(JobState.LEASED);
		assertThat(this.queue.find(entry("a"))).as("the entry of another job").isEmpty();
	}

	@Test
	void anEntryWithTheIdOfAJobIsNoJob() {
		add("a");
		this.commands.xadd(key("stream"), Map.of("id", "a", "data", "another"));
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("a");
	}

	@Test
	@SuppressWarnings("unchecked")
	void whatAnotherProgramHasReadTellsItsConsumer() {
		add("first");
		assertThat(complete(this.queue, leaseOne(this.queue))).isTrue();
		add("a");
		this.commands.xreadgroup(Consumer.from(GROUP, "another"), StreamOffset.lastConsumed(key("stream")));
		assertThat(shown().find("a").worker()).isEqualTo("another");
		assertThat(shown().all(JobState.LEASED, 1, false)).extracting(JobStatus::worker).containsExactly("another");
		assertThat(shown().find("a").leaseEnd()).isNotNull();
	}

	@Test
	void withoutTheGroupAllEntriesAreReady() {
		add("a", "b");
		leaseOne(this.queue);
		this.commands.xgroupDestroy(key("stream"), GROUP);
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("a", "b");
		assertThat(shown().ids(JobState.LEASED, 1)).isEmpty();
		assertThat(shown().find("a").state()).isEqualTo(JobState.READY);
	}

	@Test
	void aReclaimedJobStandsWhereItsPlaceIs() {
		add("a", "b");
		worker("vanished").lease(2).leases().forEach(this::runOut);
		add("c");
		assertThat(shown().ids(JobState.LEASED, 1)).containsExactly("a", "b");
		this.queue.clean(CleanDepth.LIGHT);
		add("d");
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("c", "a", "b", "d");
		assertThat(shown().ids(JobState.LEASED, 1)).isEmpty();
		this.queue.cancel("a");
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("c", "b", "d");
		this.commands.xadd(key("stream"), Map.of("id", "b", "place-of", entry("b")));
		assertThat(shown().ids(JobState.READY, 1)).as("a place that no record names").containsExactly("c", "b", "d");
	}

	@Test
	void aDeletedEntryIsNoJob() {
		add("a", "b", "c");
		leaseOne(this.queue);
		this.commands.xdel(key("stream"), entry("a"), entry("b"));
		assertThat(shown().ids(JobState.LEASED, 1)).isEmpty();
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("c");
		assertThat(this.queue.find("a")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "READY 1  abc", "READY 2  5", "READY 2  -", "LEASED 1  a-b",
			"LEASED 1  99999999999999999999999-1", "LEASED 1  18446744073709551615-18446744073709551615",
			"READY 1  18446744073709551615-18446744073709551615",
			"READY 2  18446744073709551615-18446744073709551615" })
	void aCursorThatNamesNoEntryIsRefused(String text) {
		add("a");
		leaseOne(this.queue);
		String cursor = Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
		JobState state = JobState.valueOf(text.substring(0, text.indexOf(' ')));
		assertThatIllegalArgumentException().isThrownBy(() -> this.queue.browse(state, cursor, 1))
			.withMessageContainingAll(cursor, "orders");
	}

}
