package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FiringsExactTest {

	private final Invariant invariant = FiringsExact.INVARIANT;

	/** A schedule that was declared at 0. */
	private static Fabricated declared() {
		return new Fabricated().declared(0, 2, Outcome.OK, "v1");
	}

	/** The same, which has fired three times. */
	private static Fabricated sound() {
		return declared().fired(1001, 1, "v1")
			.fired(2001, 2, "v1")
			.fired(3001, 3, "v1")
			.firedAtLast(3500, 3001, 3, 0)
			.drained(0);
	}

	@Test
	void aScheduleThatFiresInEachPeriodIsSound() {
		assertThat(sound().violations(this.invariant)).isEmpty();
		assertThat(Checker.check(sound().events()).isSound()).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "3001, 2000000", "1002, 1000" })
	void aFiringThatIsMissingOrAtAnotherTimeIsAViolationWhereRedisForgetsNothing(long at, long distance) {
		Fabricated history = declared().fired(1001, 1, "v1").fired(at, 2, "v1");
		assertThat(history.violations(this.invariant))
			.containsExactly("comes " + distance + " µs after the firing before, but the period is 1000000 µs");
		assertThat(history.fault(1500, 1600, "loses").violations(this.invariant)).isEmpty();
	}

	@Test
	void theFirstFiringMustNotBeMissing() {
		assertThat(declared().fired(2001, 1, "v1").violations(this.invariant))
			.containsExactly("fired 1999000 µs after it was declared for the first time");
	}

	@Test
	void aJobThatNobodySawIsLost() {
		assertThat(sound().firedAtLast(3500, 4001, 4, 0).violations(this.invariant))
			.containsExactly("has made 4 jobs, but 3 were seen");
	}

	@Test
	void nothingIsSkipped() {
		assertThat(sound().firedAtLast(3500, 3001, 3, 1).violations(this.invariant))
			.containsExactly("has skipped 1 firings");
	}

	@Test
	void aScheduleMustNotStop() {
		assertThat(sound().firedAtLast(20_000, 3001, 3, 0).violations(this.invariant))
			.containsExactly("did not fire for the last 16999000 µs");
		assertThat(declared().with(Operation.FIRED, "", 7000, 7001, Outcome.OK, Map.of("schedule", "tick", "fired", 0))
			.violations(this.invariant)).containsExactly("did not fire for the last 6998000 µs");
	}

	@Test
	void aJobThatDoesNotEndIsAViolation() {
		assertThat(declared().firingBegun(1001, 1001, 1, "v1").drained(0).violations(this.invariant))
			.containsExactly("was fired, and has not ended");
	}

	@Test
	void aFiringIsNotToComeAgainAfterItWasCompleted() {
		assertThat(sound().changed(Operation.COMPLETE, Fabricated.firing(2001), 2007, 2, Outcome.OK)
			.firingBegun(2001, 2100, 9, "v1")
			.violations(this.invariant)).containsExactly("came again after it was completed");
		assertThat(sound().leased(Fabricated.firing(2001), 5000, 9).violations(this.invariant))
			.containsExactly("came again after it was completed");
	}

	@Test
	void aWorkerThatWasKilledExplainsThatAFiringComesAgain() {
		Fabricated history = sound().firingBegun(2001, 5000, 9, "v1").ended(Fabricated.firing(2001), 5000, 5005, 9);
		history.fault(2008, 2009, Map.of("effects", List.of("repeats"), "repeatsOf", List.of("test")));
		assertThat(history.violations(this.invariant)).isEmpty();
	}

	@Test
	void aHandlerThatBeginsLateUnderAnOlderLeaseIsNoSecondJob() {
		assertThat(sound().changed(Operation.COMPLETE, Fabricated.firing(2001), 2007, 2, Outcome.OK)
			.firingBegun(2001, 2100, 1, "v1")
			.violations(this.invariant)).isEmpty();
	}

	@Test
	void theContentsAreThoseOfTheDeclarationThatHolds() {
		assertThat(sound().declared(1500, 1502, Outcome.FAILED, "v0")
			.declared(3100, 3102, Outcome.OK, "v2")
			.fired(4001, 4, "v2")
			.firedAtLast(4500, 4001, 4, 0)
			.violations(this.invariant)).isEmpty();
		assertThat(sound().declared(3100, 3102, Outcome.OK, "v2")
			.fired(4001, 4, "v1")
			.firedAtLast(4500, 4001, 4, 0)
			.violations(this.invariant)).containsExactly("has not the contents of the declaration that held");
		assertThat(sound().declared(3100, 3102, Outcome.FAILED, "v0")
			.fired(4001, 4, "v0")
			.firedAtLast(4500, 4001, 4, 0)
			.violations(this.invariant)).containsExactly("has not the contents of the declaration that held");
	}

	@Test
	void aFiringThatIsLateMayHaveNewerContents() {
		assertThat(declared().declared(1500, 1502, Outcome.OK, "v2")
			.firingBegun(1001, 1600, 1, "v2")
			.violations(this.invariant)).isEmpty();
	}

	@Test
	void aDeclarationWithoutAReplyMayHoldLater() {
		Fabricated history = declared().declared(100, 101, Outcome.UNKNOWN, "v2")
			.declared(103, 104, Outcome.OK, "v1")
			.fired(1001, 1, "v2");
		assertThat(history.violations(this.invariant)).isEmpty();
		assertThat(history.declared(100, 102, Outcome.FAILED, "v2").violations(this.invariant))
			.containsExactly("has not the contents of the declaration that held");
	}

	@Test
	void theHeadersNameTheFiring() {
		assertThat(
				sound()
					.with(Operation.BEGIN, Fabricated.firing(4001), 4001, 4001, Outcome.OK,
							Map.of("token", 4, "payload", "v1", "headers", "h", "schedule", "tick", "firing",
									"another"))
					.ended(Fabricated.firing(4001), 4001, 4005, 4)
					.firedAtLast(4500, 4001, 4, 0)
					.violations(this.invariant))
			.containsExactly("has the headers of the firing tick@another");
	}

	@Test
	void aFiringOfAScheduleThatNobodyDeclaredIsAStranger() {
		assertThat(new Fabricated().fired(1001, 1, "v1").violations(JobInvariants.NO_STRANGERS)).hasSize(1);
		assertThat(sound().violations(JobInvariants.NO_STRANGERS)).isEmpty();
	}

	@Test
	void aFiringMustNotBeginBeforeItsTime() {
		assertThat(sound().firingBegun(4001, 3900, 4, "v1").violations(TimeInvariants.NEVER_EARLY))
			.containsExactly("began 101000 µs early");
	}

}
