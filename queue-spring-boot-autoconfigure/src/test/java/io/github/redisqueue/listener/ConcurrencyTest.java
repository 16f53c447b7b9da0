package io.github.redisqueue.listener;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ConcurrencyTest {

	@Test
	void aNumberAndARangeAreRead() {
		assertThat(Concurrency.parse("5")).isEqualTo(Concurrency.of(5)).hasToString("5");
		assertThat(Concurrency.parse(" 1 - 10 ")).isEqualTo(new Concurrency(1, 10)).hasToString("1-10");
		assertThat(Concurrency.parse("10000")).isEqualTo(Concurrency.of(10_000));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0", "-3", "0-1", "2-1", "10001", "1-10001", "2000000000", "99999999999", "1-", "-",
			"many", "1.5", "1-2-3" })
	void otherTextsAreNot(String text) {
		assertThat(Concurrency.parse(text)).isNull();
	}

	@Test
	void impossibleOnesAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> Concurrency.of(0))
			.withMessage("The concurrency of a listener must be between 1 and 10000, but is 0");
		assertThatIllegalArgumentException().isThrownBy(() -> Concurrency.of(10_001))
			.withMessage("The concurrency of a listener must be between 1 and 10000, but is 10001");
		assertThatIllegalArgumentException().isThrownBy(() -> new Concurrency(3, 2))
			.withMessage("The smallest concurrency of a listener must be between 1 and the largest, 2, but is 3");
	}

}
