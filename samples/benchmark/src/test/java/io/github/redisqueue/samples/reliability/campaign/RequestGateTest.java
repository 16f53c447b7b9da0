package io.github.redisqueue.samples.reliability.campaign;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.test.PrivateRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RequestGateTest {

	private static final String SHARD = "reliability:{list/1}:";

	private static final String OTHER_SHARD = "reliability:{list/2}:";

	@AutoClose
	private final PrivateRedis redis = PrivateRedis.start();

	@AutoClose
	private final RequestGate gate = new RequestGate("cleaner-1", this.redis.port());

	@AutoClose
	private Socket cleaner;

	private BufferedReader replies;

	@BeforeEach
	void connect() throws IOException {
		this.cleaner = new Socket(InetAddress.getLoopbackAddress(), this.gate.port());
		this.cleaner.setSoTimeout(10_000);
		this.replies = new BufferedReader(
				new InputStreamReader(this.cleaner.getInputStream(), StandardCharsets.US_ASCII));
	}

	@Test
	void everythingIsForwardedWithoutAPlaceToStopAt() throws IOException {
		assertThat(clean(SHARD, "turn:deep", "one", "two")).containsExactly(":1", ":1", ":1");
		assertThat(this.gate.lastCleaning(SHARD)).isEqualTo(1);
		clean(SHARD, "turn:deep");
		assertThat(this.gate.lastCleaning(SHARD)).isEqualTo(3);
	}

	@Test
	void lightCleaningsAndOtherShardsDoNotCount() throws IOException {
		clean(SHARD, "turn:light", "turn:deep", "turn:light", "one");
		clean(OTHER_SHARD, "one");
		clean(SHARD, "turn:deep");
		assertThat(this.gate.lastCleaning(SHARD)).isEqualTo(2);
	}

	@Test
	void aRequestAfterTheLastReplyDoesNotReachTheServer() throws Exception {
		RequestGate.Boundary place = new RequestGate.Boundary(SHARD, 2, true);
		this.gate.stopAt(place);
		assertThat(clean(SHARD, "turn:deep", "one")).hasSize(2);
		send(SHARD + "two");
		assertThat(place.await(10)).isEqualTo("cleaner-1");
		assertThat(counter(SHARD + "one")).isEqualTo("1");
		assertThat(counter(SHARD + "two")).isNull();
	}

	@Test
	void aRequestWhoseReplyIsHeldBackHasReachedTheServer() throws Exception {
		RequestGate.Boundary place = new RequestGate.Boundary(SHARD, 2, false);
		this.gate.stopAt(place);
		clean(SHARD, "turn:deep");
		send(SHARD + "one");
		send(SHARD + "two");
		assertThat(place.await(10)).isEqualTo("cleaner-1");
		assertThat(this.replies.ready()).isFalse();
		this.cleaner.shutdownOutput();
		assertThat(this.replies.readLine()).as("the gate has read all requests").isNull();
		assertThat(counter(SHARD + "one")).isEqualTo("1");
		assertThat(counter(SHARD + "two")).isNull();
	}

	@Test
	void onlyTheFirstCleanerStops() throws Exception {
		RequestGate.Boundary place = new RequestGate.Boundary(SHARD, 1, false);
		assertThat(place.claim("cleaner-2")).isTrue();
		this.gate.stopAt(place);
		assertThat(clean(SHARD, "turn:deep", "one")).containsExactly(":1", ":1");
		assertThat(place.await(0)).isNull();
	}

	private List<@Nullable String> clean(String shard, String... keys) throws IOException {
		List<@Nullable String> answers = new ArrayList<>();
		for (String key : keys) {
			send(shard + key);
			answers.add(this.replies.readLine());
			send("unrelated");
			this.replies.readLine();
			send(shard + "turn:light");
			this.replies.readLine();
		}
		return answers;
	}

	private void send(String key) throws IOException {
		StringBuilder request = new StringBuilder("*3\r\n");
		for (String word : List.of("INCRBY", key, "1")) {
			request.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
		}
		this.cleaner.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
	}

	private @Nullable String counter(String key) {
		return this.redis.commands().get(key);
	}

}
