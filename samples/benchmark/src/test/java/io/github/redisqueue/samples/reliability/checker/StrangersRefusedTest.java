package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StrangersRefusedTest {

	private final Invariant invariant = LeaseInvariants.STRANGERS_REFUSED;

	private static Fabricated afterLoss(int strangers) {
		return Fabricated.soundJob().fault(1000, 2000, Map.of("effects", List.of("loses"), "strangers", strangers));
	}

	@Test
	void anInstanceWithOtherSettingsThatStartsIsAViolation() {
		assertThat(afterLoss(1).violations(this.invariant))
			.containsExactly("an instance with other settings has started after something");
	}

	@Test
	void oneThatIsRefusedIsSound() {
		assertThat(afterLoss(0).violations(this.invariant)).isEmpty();
	}

}
