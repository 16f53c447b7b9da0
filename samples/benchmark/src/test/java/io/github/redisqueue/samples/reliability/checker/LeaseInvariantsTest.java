package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.redisqueue.samples.reliability.checker.LeaseInvariants.BEGINS_WITHIN_LEASE;
import static io.github.redisqueue.samples.reliability.checker.LeaseInvariants.LEASES_HAVE_HOLDERS;
import static io.github.redisqueue.samples.reliability.checker.LeaseInvariants.LOST_LEASES_CHANGE_NOTHING;
import static io.github.redisqueue.samples.reliability.checker.LeaseInvariants.STRANGERS_REFUSED;
import static io.github.redisqueue.samples.reliability.checker.LeaseInvariants.TOKENS_GROW;
import static org.assertj.core.api.Assertions.assertThat;

class LeaseInvariantsTest {

	@Test
	void aLeaseWithoutAHolderIsAViolation() {
		assertThat(seen(List.of("a: no lease")).violations(LEASES_HAVE_HOLDERS))
			.containsExactly("left after cleanings: [a: no lease]");
	}

	@Test
	void nothingLeftIsSound() {
		assertThat(seen(List.of()).violations(LEASES_HAVE_HOLDERS)).isEmpty();
	}

	private static Fabricated seen(List<String> orphans) {
		return Fabricated.soundJob().with(Operation.HOLDERS, "", 200, 201, Outcome.OK, Map.of("orphans", orphans));
	}

	@Test
	void aTokenThatDoesNotGrowIsAViolation() {
		assertThat(Fabricated.soundJob().leased("a", 2000, 7).violations(TOKENS_GROW))
			.containsExactly("has the token 7 after 7");
		assertThat(Fabricated.soundJob().begun("a", 2000, 3).violations(TOKENS_GROW))
			.containsExactly("has the token 3 after 7");
	}

	@Test
	void growingTokensAreSound() {
		assertThat(Fabricated.soundJob().leased("a", 2000, 8).begun("a", 2001, 9).violations(TOKENS_GROW)).isEmpty();
	}

	@Test
	void aFrozenProcessMayBeginLateButNeverTwiceWithOneLease() {
		Fabricated history = Fabricated.soundJob().fault(100, 2000, "repeats");
		assertThat(history.begun("a", 2000, 3).violations(TOKENS_GROW)).isEmpty();
		assertThat(history.begun("a", 2001, 3).violations(TOKENS_GROW)).containsExactly("has the token 3 after 3");
	}

	@Test
	void leasesThatOverlapMayComeInAnyOrder() {
		assertThat(new Fabricated().added("a", 1).leased("a", 10, 5).leased("a", 11, 4).violations(TOKENS_GROW))
			.isEmpty();
	}

	@ParameterizedTest
	@EnumSource(names = { "EXTEND", "COMPLETE", "RETRY", "RELEASE", "BURY" })
	void aChangeByALostLeaseIsAViolation(Operation form) {
		assertThat(leasedTwice().changed(form, "a", 2100, 7, Outcome.OK).violations(LOST_LEASES_CHANGE_NOTHING))
			.containsExactly("was changed with the token 7 after it was leased with 8");
		assertThat(leasedTwice().changed(form, "a", 2100, 7, Outcome.FAILED)
			.changed(form, "a", 2200, 8, Outcome.OK)
			.violations(LOST_LEASES_CHANGE_NOTHING)).as("refused changes, and those of the holder").isEmpty();
	}

	private static Fabricated leasedTwice() {
		return new Fabricated().added("a", 100).leased("a", 110, 7).begun("a", 2000, 8);
	}

	private static Fabricated begun(Fabricated history, String job, long start, long remaining) {
		return history.with(Operation.BEGIN, job, start, start, Outcome.OK,
				Map.of("token", 7, "remaining", remaining * 1000));
	}

	@Test
	void handlersThatBeginWithExpiredLeasesAreAViolation() {
		Fabricated history = begun(begun(Fabricated.soundJob(), "b", 2000, -300), "c", 2001, -400);
		assertThat(history.violations(BEGINS_WITHIN_LEASE))
			.containsExactly("began 400000 µs after the end of its lease, as another one in the same process");
	}

	@Test
	void theHandlerThatWasAboutToBeginWhenItsProcessStoppedIsExcused() {
		assertThat(begun(begun(new Fabricated(), "b", 2000, -300), "c", 3500, -300).violations(BEGINS_WITHIN_LEASE))
			.isEmpty();
	}

	@Test
	void leasesThatLastAreSound() {
		assertThat(begun(begun(new Fabricated(), "b", 2000, 1), "c", 2001, -20).violations(BEGINS_WITHIN_LEASE))
			.isEmpty();
	}

	@Test
	void aWorkerWithoutAListenerDecidesByItself() {
		Fabricated history = new Fabricated().leased("b", 1000, 7).leased("c", 1000, 7);
		assertThat(begun(begun(history, "b", 2000, -300), "c", 2001, -300).violations(BEGINS_WITHIN_LEASE)).isEmpty();
	}

	private static Fabricated afterLoss(int strangers) {
		return Fabricated.soundJob().fault(1000, 2000, Map.of("effects", List.of("loses"), "strangers", strangers));
	}

	@Test
	void anInstanceWithOtherSettingsThatStartsIsAViolation() {
		assertThat(afterLoss(1).violations(STRANGERS_REFUSED))
			.containsExactly("an instance with other settings has started after something");
	}

	@Test
	void oneThatIsRefusedIsSound() {
		assertThat(afterLoss(0).violations(STRANGERS_REFUSED)).isEmpty();
	}

}
