package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeasesHaveHoldersTest {

	private final Invariant invariant = LeaseInvariants.LEASES_HAVE_HOLDERS;

	@Test
	void aLeaseWithoutAHolderIsAViolation() {
		assertThat(seen(List.of("a: no lease")).violations(this.invariant))
			.containsExactly("left after cleanings: [a: no lease]");
	}

	@Test
	void nothingLeftIsSound() {
		assertThat(seen(List.of()).violations(this.invariant)).isEmpty();
	}

	private static Fabricated seen(List<String> orphans) {
		return Fabricated.soundJob().with(Operation.HOLDERS, "", 200, 201, Outcome.OK, Map.of("orphans", orphans));
	}

}
