package io.github.redisqueue.algorithm.lease.interop;

import static io.github.redisqueue.test.QueueFixture.complete;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

@RedisTest
class OddIdsAndDataTest {

	private static final byte[] DATA = SharedQueue.data("{}");

	private final SharedQueue queue;

	private final WorkerQueue ours;

	private final UpstreamWorkQueue theirs;

	OddIdsAndDataTest(TestRedis redis) {
		this.queue = new SharedQueue(redis);
		this.ours = this.queue.ours();
		this.theirs = this.queue.theirs();
	}

	static Stream<String> ids() {
		return Stream.of("a:b", ":", "item:1", "lease:1", "queue", " ", " a  b ", "*", "a*", "?", "[a-z]", "]", "\\",
				"\\*", "^", "{", "{a}b}", "'", "\"", "\"quoted\"", "line\nbreak", "\r\n", "tab\t", "\0", "a\0b", "%s",
				"%%", "$1", "-", "-1", "+", "0", "1:2:3", "nil", "false", "Grüße", "日本語", "🦊", "e\u0301", "\u00e9",
				"\uFEFF", "a".repeat(500));
	}

	static Stream<Arguments> data() {
		byte[] all = new byte[256];
		for (int i = 0; i < all.length; i++) {
			all[i] = (byte) i;
		}
		byte[] large = new byte[1024 * 1024];
		new Random(1).nextBytes(large);
		return Stream.of(argumentSet("empty", new byte[0]), argumentSet("one zero", new byte[1]),
				argumentSet("all bytes", all), argumentSet("no UTF-8", new byte[] { (byte) 0xC3, (byte) 0x28 }),
				argumentSet("like our fields", SharedQueue.data("3:abc-")), argumentSet("1 MiB", large));
	}

	@ParameterizedTest
	@MethodSource("ids")
	void anIdOfTheirsComesThroughOurHandsUnchanged(String id) {
		this.theirs.addItem(id, DATA);
		List<Lease> leases = this.queue.leaseAll();
		assertThat(leases).extracting(Lease::id).containsExactly(id);
		assertThat(this.queue.inProcessing()).containsExactly(id);

		assertThat(this.ours.release(leases)).hasSize(1);
		assertThat(this.theirs.lease(SharedQueue.SECONDS)).extracting(UpstreamJob::id).isEqualTo(id);
		assertThat(this.theirs.complete(id)).isTrue();
		this.ours.clean(CleanDepth.DEEP);
		assertThat(this.queue.leftovers()).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("ids")
	void anIdOfOursComesThroughTheirHandsUnchanged(String id) {
		this.ours.add(Job.of(id, DATA));
		assertThat(this.theirs.lease(SharedQueue.SECONDS)).extracting(UpstreamJob::id).isEqualTo(id);
		this.queue.letLeaseRunOut(id);
		this.theirs.lightClean();
		assertThat(this.queue.leaseAll()).singleElement().satisfies((lease) -> {
			assertThat(lease.id()).isEqualTo(id);
			assertThat(complete(this.ours, lease)).isTrue();
		});
		assertThat(this.queue.leftovers()).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("ids")
	void ourCleanersFindWhatStandsUnderAnyId(String id) {
		this.theirs.addItem(id, DATA);
		this.theirs.lease(SharedQueue.SECONDS);
		this.queue.letLeaseRunOut(id);
		this.queue.cleanTwice(CleanDepth.LIGHT);
		assertThat(this.queue.queued()).containsExactly(id);

		this.theirs.complete(id);
		assertThat(this.queue.leaseAll()).isEmpty();
		this.theirs.dieBefore(2);
		assertThatThrownBy(() -> this.theirs.addItem(id, DATA)).isInstanceOf(ForeignDeath.class);
		this.ours.clean(CleanDepth.DEEP);
		assertThat(this.queue.queued()).containsExactly(id);
	}

	@ParameterizedTest
	@MethodSource("ids")
	void aDelayedJobIsKnownAsSuchUnderAnyId(String id) {
		this.ours.add(Job.of(id, DATA).withDelay(Duration.ofDays(1)).withHeaders(Map.of(id, id)));
		this.theirs.deepClean();
		assertThat(this.queue.queued()).as("pushed ahead of its time").containsExactly(id);
		assertThat(this.queue.leaseAll()).isEmpty();
		assertThat(this.queue.makeDue(id)).isTrue();
		assertThat(this.queue.leaseAll()).singleElement()
			.satisfies((lease) -> assertThat(lease.job()).isEqualTo(Job.of(id, DATA).withHeaders(Map.of(id, id))));
	}

	@ParameterizedTest
	@MethodSource("data")
	void dataOfTheirsReachesUsToTheByte(byte[] data) {
		this.theirs.addItem("a", data);
		assertThat(this.queue.leaseAll()).singleElement()
			.satisfies((lease) -> assertThat(lease.job().payload()).isEqualTo(data));
	}

	@ParameterizedTest
	@MethodSource("data")
	void dataOfOursReachesThemToTheByte(byte[] data) {
		this.ours.add(Job.of("a", data));
		assertThat(this.theirs.lease(SharedQueue.SECONDS))
			.satisfies((leased) -> assertThat(leased.data()).isEqualTo(data));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 501, 5000 })
	void anIdThatWeWouldNotAddDoesNotStopTheQueue(int length) {
		String id = "x".repeat(length);
		this.theirs.addItem(id, DATA);
		this.theirs.addItem("a", DATA);
		List<Lease> leases = this.queue.leaseAll();
		assertThat(leases).extracting(Lease::id).containsExactly(id, "a");
		assertThat(this.ours.complete(leases)).hasSize(2);
	}

}
