package io.github.redisqueue.algorithm.lease.interop;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.Scope;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Something of ours happens between any two commands of a foreign client, which then goes
 * on as if nothing had been, of which a third of the places is tried by default, in
 * turns; or the foreign client dies between any two of its commands.
 */
@RedisTest
class ForeignScenesTest {

	private static final Set<Interruption> ADDITIONS = EnumSet.of(Interruption.ADD, Interruption.ADD_AND_LEASE);

	private final SharedQueue queue;

	private final Ledger ledger;

	ForeignScenesTest(TestRedis redis) {
		this.queue = new SharedQueue(redis);
		this.ledger = new Ledger(this.queue);
	}

	static Stream<Arguments> interruptions() {
		return Stream.of(Scene.values())
			.flatMap((scene) -> Stream.of(Interruption.values())
				// Who adds a unique job promises that nobody else adds it.
				.filter((what) -> scene != Scene.ADDING_A_UNIQUE_ONE || !ADDITIONS.contains(what))
				.flatMap((what) -> IntStream.rangeClosed(1, scene.commands())
					.filter((command) -> Scope.runsAll() || (command + what.ordinal() + scene.ordinal()) % 3 == 0)
					.mapToObj((command) -> Arguments.of(scene, command, what))));
	}

	@ParameterizedTest(name = "{0}, {2} before command {1}")
	@MethodSource("interruptions")
	void eachLifeOfTheJobEndsOnceAndNothingIsLeftBehind(Scene scene, int command, Interruption what) {
		scene.prepare(this.queue, this.ledger);
		this.queue.theirs().interruptBy((number) -> {
			if (number == command) {
				what.happen(this.queue, this.ledger);
			}
		});
		scene.play(this.queue, this.ledger);
		this.queue.theirs().interruptBy((number) -> {
		});

		this.ledger.lease();
		this.ledger.complete(this.ledger.held());
		if (this.ledger.isHeldByThem()) {
			this.ledger.ends(this.queue.theirs().complete(Scene.ID));
		}
		// What neither could complete is a matter of time.
		this.queue.letLeaseRunOut(Scene.ID);
		this.queue.makeDue(Scene.ID);
		this.queue.cleanTwice(CleanDepth.DEEP);
		this.ledger.complete(this.ledger.lease());

		assertThat(this.queue.exists(Scene.ID)).isFalse();
		this.ledger.assertBalanced();
		this.queue.ours().clean(CleanDepth.DEEP);
		assertThat(this.queue.leftovers()).isEmpty();
	}

	static Stream<Arguments> deaths() {
		return Stream.of(Scene.values())
			.flatMap((scene) -> IntStream.rangeClosed(1, scene.commands())
				.mapToObj((command) -> Arguments.of(scene, command)));
	}

	@ParameterizedTest(name = "{0}, dead before command {1}")
	@MethodSource("deaths")
	void ourCleaningBringsTheJobBackOnceIfItExistsAndLeavesNothingBehind(Scene scene, int command) {
		dieBefore(command, scene);
		boolean exists = this.queue.exists(Scene.ID);

		this.queue.letLeaseRunOut(Scene.ID);
		this.queue.cleanTwice(scene.isStrayBefore(command) ? CleanDepth.DEEP : CleanDepth.LIGHT);
		if (scene == Scene.DEEP_CLEANING_WHAT_IS_DELAYED) {
			assertThat(this.queue.leaseAll()).as("before the job is due").isEmpty();
			this.queue.makeDue(Scene.ID);
		}
		List<Lease> leases = this.queue.leaseAll();
		assertThat(leases).hasSize(exists ? 1 : 0)
			.allSatisfy((lease) -> assertThat(lease.job().payload()).isEqualTo(Scene.DATA));

		cleanByAll();
		assertThat(this.queue.leaseAll()).as("while the job is held").isEmpty();
		assertThat(this.queue.ours().complete(leases)).hasSameSizeAs(leases);
		assertThat(this.queue.ours().complete(leases)).as("once more").isEmpty();

		this.queue.ours().clean(CleanDepth.DEEP);
		assertThat(this.queue.leftovers()).isEmpty();
	}

	/** Both kinds of cleaners at work, none of which has to do anything. */
	private void cleanByAll() {
		UpstreamWorkQueue foreignCleaner = this.queue.anotherOfTheirs();
		this.queue.cleanTwice(CleanDepth.DEEP);
		foreignCleaner.lightClean();
		foreignCleaner.deepClean();
	}

	private void dieBefore(int command, Scene scene) {
		scene.prepare(this.queue, this.ledger);
		this.queue.theirs().dieBefore(command);
		assertThatThrownBy(() -> scene.play(this.queue, this.ledger)).isInstanceOf(UpstreamWorkQueue.Death.class);
	}

	@ParameterizedTest
	@EnumSource
	void noCommandIsForgottenHere(Scene scene) {
		scene.prepare(this.queue, this.ledger);
		this.queue.theirs().interruptBy((command) -> {
		});
		scene.play(this.queue, this.ledger);
		assertThat(this.queue.theirs().commands()).isEqualTo(scene.commands());
	}

}
