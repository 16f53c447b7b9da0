package io.github.redisqueue.algorithm.lease.interop;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.redisqueue.test.QueueFixture.complete;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BothDirectionsTest extends SharedQueueTests {

	private Lease leaseOne() {
		List<Lease> leases = this.queue.leaseAll();
		assertThat(leases).hasSize(1);
		return leases.get(0);
	}

	@Nested
	class WhatTheyAdd {

		@Test
		void isLeasedInTheOrderOfAddingWhoeverAdded() {
			theirs.addItem("1", DATA);
			ours.add(List.of(Job.of("2", DATA), Job.of("3", DATA)));
			theirs.addUniqueItem("4", DATA);
			ours.add(List.of(Job.of("5", DATA)), AddMode.UNCHECKED);

			assertThat(theirs.lease(SharedQueue.SECONDS)).isEqualTo("1");
			assertThat(ours.lease(2).leases()).extracting(Lease::id).containsExactly("2", "3");
			assertThat(theirs.lease(SharedQueue.SECONDS)).isEqualTo("4");
			assertThat(queue.leaseAll()).extracting(Lease::id).containsExactly("5");
			assertThat(ours.counts().leased()).as("by whomever").isEqualTo(5);
		}

		@Test
		void isNoJobOfTheirsAnyMoreWhenBuriedByUs() {
			theirs.addItem("a", DATA);
			ours.bury(Map.of(leaseOne(), Cause.of(Cause.Reason.REQUESTED, "hopeless")));
			theirs.deepClean();
			assertThat(theirs.lease(SharedQueue.SECONDS)).isNull();
			assertThat(ours.deadLetters().get("a")).get().extracting(DeadLetter::job).isEqualTo(Job.of("a", DATA));

			assertThat(ours.deadLetters().redriveAll()).isOne();
			assertThat(theirs.lease(SharedQueue.SECONDS)).isEqualTo("a");
		}

	}

	@Test
	void whatWeAddIsTheirsToTakeOnceItIsDueAndOneOfUsHasLeasedAnything() {
		this.ours.add(Job.of("a", DATA).withHeaders(Map.of("tenant", "7")));
		this.ours.add(Job.of("b", DATA).withDelay(DAY));
		this.queue.makeDue("b");
		assertThat(this.ours.lease(1).leases()).extracting(Lease::id).containsExactly("a");
		assertThat(this.theirs.lease(SharedQueue.SECONDS)).isEqualTo("b");
	}

	static Stream<String> ids() {
		return Stream.of("a:b", ":", "item:1", "lease:1", "queue", " ", " a  b ", "*", "a*", "?", "[a-z]", "]", "\\",
				"\\*", "^", "{", "{a}b}", "'", "\"", "\"quoted\"", "line\nbreak", "\r\n", "tab\t", "\0", "a\0b", "%s",
				"%%", "$1", "-", "-1", "+", "0", "1:2:3", "nil", "false", "Grüße", "日本語", "🦊", "e\u0301", "\u00e9",
				"\uFEFF", "a".repeat(500));
	}

	@ParameterizedTest
	@MethodSource("ids")
	void anIdOfTheirsComesThroughOurHandsUnchanged(String id) {
		this.theirs.addItem(id, DATA);
		List<Lease> leases = this.queue.leaseAll();
		assertThat(leases).extracting(Lease::id).containsExactly(id);
		assertThat(this.queue.inProcessing()).containsExactly(id);

		assertThat(this.ours.release(leases)).hasSize(1);
		assertThat(this.theirs.lease(SharedQueue.SECONDS)).isEqualTo(id);
		assertThat(this.theirs.complete(id)).isTrue();
		this.ours.clean(CleanDepth.DEEP);
		assertThat(this.queue.leftovers()).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("ids")
	void anIdOfOursComesThroughTheirHandsUnchanged(String id) {
		this.ours.add(Job.of(id, DATA));
		assertThat(this.theirs.lease(SharedQueue.SECONDS)).isEqualTo(id);
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
		assertThatThrownBy(() -> this.theirs.addItem(id, DATA)).isInstanceOf(UpstreamWorkQueue.Death.class);
		this.ours.clean(CleanDepth.DEEP);
		assertThat(this.queue.queued()).containsExactly(id);
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
