package io.github.redisqueue;

import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LogTextTest {

	@Test
	void textThatALogMayContainStaysAsItIs() {
		assertThat(LogText.of("2026-11-00042 Größe \\ 'x' \ud83d\ude00"))
			.isEqualTo("2026-11-00042 Größe \\ 'x' \ud83d\ude00");
	}

	@Test
	void charactersThatCouldForgeALineAreEscaped() {
		assertThat(LogText.of("a\r\nb\tc\u001b[31m\u0000\u0085\u2028\u2029\u202ed\ud800"))
			.isEqualTo("a\\r\\nb\\tc\\u001b[31m\\u0000\\u0085\\u2028\\u2029\\u202ed\\ud800");
	}

	@Test
	void whatMayBeLongIsShortened() {
		assertThat(LogText.shortened("a".repeat(500))).isEqualTo("a".repeat(500));
		assertThat(LogText.shortened("\n".repeat(501))).isEqualTo("\\n".repeat(500) + "... (501 characters)");
	}

	@Test
	void ofManyIdsAFewAreNamed() {
		assertThat(LogText.ids(List.of("a", "b\n"))).isEqualTo("'a', 'b\\n'");
		assertThat(LogText.ids(Collections.nCopies(8, "a"))).isEqualTo("'a', 'a', 'a', 'a', 'a' and 3 more");
	}

}
