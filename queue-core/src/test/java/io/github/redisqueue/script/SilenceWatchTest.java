package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.test.ManualTimer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * When a connection is replaced that may have died silently. Which nodes reply to a new
 * connection, and the time, are in the hands of the test.
 */
class SilenceWatchTest {

	private static final Duration AFTER_THE_PROBE = Duration.ofMillis(200);

	private final ManualTimer timer = new ManualTimer();

	private final Deque<Runnable> background = new ArrayDeque<>();

	private final AtomicInteger replaced = new AtomicInteger();

	/** The keys of the calls that have no reply. */
	private final Set<String> waiting = new HashSet<>();

	private final ProbedServer server = new ProbedServer(false);

	private final SilenceWatch watch = watch(this.server);

	private SilenceWatch watch(ProbedServer server) {
		return new SilenceWatch(server, this.timer, this.background::add, this.replaced::incrementAndGet);
	}

	/** Doubts all of them before a background task runs. */
	private void doubt(SilenceWatch watch, String... keys) {
		for (String key : keys) {
			this.waiting.add(key);
			watch.doubt(key.getBytes(StandardCharsets.UTF_8), () -> this.waiting.contains(key));
		}
		runBackgroundTasks();
	}

	/** Also those that they start. */
	private void runBackgroundTasks() {
		while (!this.background.isEmpty()) {
			this.background.remove().run();
		}
	}

	private void judge() {
		this.timer.advance(AFTER_THE_PROBE);
		runBackgroundTasks();
	}

	@Test
	void aConnectionThatStaysSilentWhileTheServerRepliesToAnotherIsReplacedOnce() {
		doubt(this.watch, "a", "b", "c");
		assertThat(this.replaced).as("before the reply had its chance to come").hasValue(0);
		judge();
		judge();
		assertThat(this.replaced).hasValue(1);
		assertThat(this.server.probed).containsExactly("a");
	}

	@Test
	void aCallThatGetsItsReplyMeanwhileRaisesNoDoubt() {
		doubt(this.watch, "a");
		this.waiting.remove("a");
		judge();
		assertThat(this.replaced).hasValue(0);
	}

	@Test
	void aConnectionIsDoubtedAgainIfItFallsSilentLater() {
		doubt(this.watch, "slow");
		this.watch.onReply();
		judge();
		doubt(this.watch, "a");
		judge();
		assertThat(this.server.probed).containsExactly("slow", "a");
		assertThat(this.replaced).hasValue(1);
	}

	@Test
	void aCallThatGoesOnWaitingIsLookedIntoAgain() {
		this.server.silent.add("a");
		doubt(this.watch, "a");
		judge();
		this.server.silent.clear();
		this.timer.advance(SilenceWatch.PAUSE);
		runBackgroundTasks();
		judge();
		assertThat(this.server.probed).containsExactly("a", "a");
		assertThat(this.replaced).hasValue(1);
	}

	@Test
	void aCallThatHasItsReplyIsNotLookedIntoAgain() {
		this.server.silent.add("a");
		doubt(this.watch, "a");
		judge();
		this.waiting.remove("a");
		this.timer.advance(SilenceWatch.PATIENCE);
		runBackgroundTasks();
		assertThat(this.server.probed).containsExactly("a");
		assertThat(this.replaced).hasValue(0);
	}

	@Test
	void allCallsInDoubtMeanwhileShareOneFurtherProbeAsTheyShareTheConnection() {
		doubt(this.watch, "a", "b", "c");
		this.waiting.remove("a");
		judge();
		assertThat(this.server.probed).containsExactly("a", "c");
		judge();
		assertThat(this.replaced).hasValue(1);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void ifTheServerDoesNotReplyToAnotherConnectionEitherNoneIsReplaced(boolean isCluster) {
		ProbedServer busy = new ProbedServer(isCluster);
		SilenceWatch watch = watch(busy);
		busy.silent.add("a");
		doubt(watch, "a");
		judge();
		assertThat(busy.probed).containsExactly("a");
		assertThat(this.replaced).hasValue(0);
		busy.silent.clear();
		doubt(watch, "a");
		judge();
		assertThat(this.replaced).as("once it is no longer busy").hasValue(1);
	}

	@Test
	void aProbeThatFailsReplacesNothingAndTheNextDoubtIsProbed() {
		this.server.broken = true;
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> doubt(this.watch, "a"));
		judge();
		assertThat(this.replaced).hasValue(0);
		this.server.broken = false;
		doubt(this.watch, "b");
		judge();
		assertThat(this.replaced).hasValue(1);
	}

	@Test
	void onAClusterAReplyMayBeThatOfAnotherNode() {
		SilenceWatch watch = watch(new ProbedServer(true));
		doubt(watch, "a");
		watch.onReply();
		judge();
		assertThat(this.replaced).hasValue(1);
	}

	@Test
	void onAClusterEachNodeInDoubtIsProbedAndJudgedByItself() {
		ProbedServer cluster = new ProbedServer(true);
		SilenceWatch watch = watch(cluster);
		cluster.silent.add("busy");
		doubt(watch, "slow", "busy", "dead");
		assertThat(cluster.probed).as("one at a time").containsExactly("slow");
		this.waiting.remove("slow");
		judge();
		assertThat(cluster.probed).containsExactly("slow", "busy");
		assertThat(this.replaced).as("by the probe of another node").hasValue(0);
		judge();
		assertThat(cluster.probed).containsExactly("slow", "busy", "dead");
		assertThat(this.replaced).as("by the probe of another node").hasValue(0);
		judge();
		assertThat(this.replaced).hasValue(1);
	}

	/**
	 * Else a pause of the servers would hold up later doubts, by a probe for each call.
	 */
	@Test
	void aCallThatGetsItsReplyBeforeItsTurnIsNotProbed() {
		ProbedServer cluster = new ProbedServer(true);
		SilenceWatch watch = watch(cluster);
		doubt(watch, "a", "b", "c");
		this.waiting.clear();
		doubt(watch, "dead");
		judge();
		judge();
		assertThat(cluster.probed).containsExactly("a", "dead");
		assertThat(this.replaced).hasValue(1);
	}

	@Test
	void aDoubtAtTheEndOfAnApplicationIsNoFailure() {
		SilenceWatch watch = new SilenceWatch(this.server, this.timer, (task) -> {
			throw new RejectedExecutionException("closed");
		}, this.replaced::incrementAndGet);
		doubt(watch, "a");
		assertThat(this.replaced).hasValue(0);
	}

	/**
	 * A server, or the nodes of a cluster: each key is on a node of its own.
	 */
	private static final class ProbedServer implements AsyncEvaluator {

		private final boolean isCluster;

		private final List<String> probed = new ArrayList<>();

		/** The keys whose nodes do not reply to a new connection. */
		private final Set<String> silent = new HashSet<>();

		private boolean broken;

		ProbedServer(boolean isCluster) {
			this.isCluster = isCluster;
		}

		@Override
		public boolean isCluster() {
			return this.isCluster;
		}

		@Override
		public CompletionStage<List<@Nullable Object>> evaluate(String sha, byte @Nullable [] source, int keys,
				byte[][] parts) {
			throw new IllegalStateException("The watch runs no scripts of calls");
		}

		@Override
		public boolean repliesElsewhere(byte[] key) {
			if (this.broken) {
				throw new IllegalStateException("The probe fails");
			}
			String text = new String(key, StandardCharsets.UTF_8);
			this.probed.add(text);
			return !this.silent.contains(text);
		}

		@Override
		public NodeConnection connect(byte[] key) {
			throw new IllegalStateException("The watch adds nothing");
		}

	}

}
