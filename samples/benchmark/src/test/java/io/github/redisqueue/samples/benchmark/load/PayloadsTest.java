package io.github.redisqueue.samples.benchmark.load;

import java.nio.charset.StandardCharsets;

import io.github.redisqueue.samples.benchmark.load.Payloads.Load;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class PayloadsTest {

	@ParameterizedTest
	@CsvSource({ "100, 0, 0", "100, 2147483647, 9223372036854775807", "200, 12345, 987654321", "65536, 7, -5" })
	void payloadsHaveTheirSizeInRedis(int size, int number, long sent) {
		Object json = new Payloads(size).payload(number, sent);
		String text = JsonMapper.shared().writeValueAsString(json);
		assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSize(size);
		assertThat(JsonMapper.shared().readValue(text, Load.class)).isEqualTo(json);
	}

}
