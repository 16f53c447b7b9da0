package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LosslessUtf8Test {

	@ParameterizedTest
	@ValueSource(strings = { "", "id", "größe", "日本", "\uD83D\uDE00!", "a\uFFFDb" })
	void textIsEncodedAsUsual(String text) {
		assertThat(LosslessUtf8.isWellFormed(text)).isTrue();
		assertThat(LosslessUtf8.encode(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
		assertThat(LosslessUtf8.decode(LosslessUtf8.encode(text))).isEqualTo(text);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ff", "61ff62", "c3", "61c3", "e282", "eda080", "edb2806161", "f0288cbc", "80", "c080",
			"efbfbdff" })
	void bytesThatAreNotUtf8AreKept(String hex) {
		byte[] bytes = HexFormat.of().parseHex(hex);
		String text = LosslessUtf8.decode(bytes);
		assertThat(LosslessUtf8.isWellFormed(text)).isFalse();
		assertThat(LosslessUtf8.encode(text)).isEqualTo(bytes);
	}

	@Test
	void randomBytesAreKept() {
		Random random = new Random(11);
		for (int i = 0; i < 20_000; i++) {
			byte[] bytes = new byte[random.nextInt(12)];
			random.nextBytes(bytes);
			assertThat(LosslessUtf8.encode(LosslessUtf8.decode(bytes))).isEqualTo(bytes);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "\uD800", "a\uDFFF", "\uDC80b", "\uDE00\uD83D" })
	void anUnpairedSurrogateIsNotWellFormed(String text) {
		assertThat(LosslessUtf8.isWellFormed(text)).isFalse();
	}

}
