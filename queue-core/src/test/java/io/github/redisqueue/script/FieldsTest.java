package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FieldsTest {

	@Test
	void whatWasEncodedIsDecodedWithAbsentAndEmptyValuesToldApart() {
		byte[] encoded = Fields.encode(Arrays.asList("a", null, "", "3:x-", "ü€😀"));
		assertThat(Fields.decode(encoded).stream().map(Fields::text)).containsExactly("a", null, "", "3:x-", "ü€😀");
	}

	@Test
	void lengthsAreBytesSoThatScriptsReadThemToo() {
		assertThat(new String(Fields.encode(Collections.singletonList("ü")), StandardCharsets.UTF_8)).isEqualTo("2:ü");
	}

	@Test
	void headersComeBackAsTheyWere() {
		Map<String, String> headers = Map.of("a", "1", "empty", "", "ключ", "значение");
		assertThat(Fields.decodeHeaders(Fields.encode(headers))).isEqualTo(headers);
	}

	@Test
	void noHeadersTakeNoSpace() {
		assertThat(Fields.encode(Map.of())).isEmpty();
		assertThat(Fields.decodeHeaders(null)).isEmpty();
		assertThat(Fields.decodeHeaders(new byte[0])).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "3", "3:ab", "99999999999999:a", ":", "1:ab" })
	void whatIsNoListOfFieldsIsRefusedWithThePlaceOfTheFault(String broken) {
		assertThatIllegalArgumentException().isThrownBy(() -> Fields.decode(broken.getBytes(StandardCharsets.UTF_8)))
			.withMessageContaining("Invalid encoding of a list of values at byte");
	}

	@Test
	void anEmptyListIsEmpty() {
		assertThat(Fields.decode(Fields.encode(List.of()))).isEmpty();
	}

}
