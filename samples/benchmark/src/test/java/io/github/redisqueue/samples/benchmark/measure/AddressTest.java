package io.github.redisqueue.samples.benchmark.measure;

import io.lettuce.core.RedisURI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AddressTest {

	@ParameterizedTest
	@ValueSource(
			strings = { "redis://host:6379/0", "redis://:secret@host:6380/2", "rediss://user:a%20b%40c@host:6379/0" })
	void anAddressIsTheSameAsBeforeAlsoWithItsPassword(String address) {
		assertThat(Address.of(RedisURI.create(address))).isEqualTo(address);
	}

}
