package io.github.redisqueue.samples.reliability.history;

import java.util.Map;

import io.github.redisqueue.Job;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FingerprintTest {

	private static String of(Map<String, String> headers) {
		return Fingerprint.ofHeaders(Job.of("a", new byte[0]).withHeaders(headers));
	}

	@Test
	void whatTheTemplateNotesOfAJobIsNoDifference() {
		assertThat(of(Map.of("k", "v", Job.ENQUEUED, "1", Job.READY_AT, "2"))).isEqualTo(of(Map.of("k", "v")));
	}

	@Test
	void anyOtherHeaderIsADifference() {
		assertThat(of(Map.of("k", "v", "l", "w"))).isNotEqualTo(of(Map.of("k", "v")));
		assertThat(of(Map.of("k", "w"))).isNotEqualTo(of(Map.of("k", "v")));
	}

}
