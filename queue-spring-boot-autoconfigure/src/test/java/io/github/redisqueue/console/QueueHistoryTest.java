package io.github.redisqueue.console;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QueueHistoryTest {

	private final QueueHistory history = new QueueHistory();

	private final Instant now = Instant.now();

	private void add(Instant at, long ready) {
		float[] measures = new float[QueueActivity.Measure.values().length];
		Arrays.fill(measures, Float.NaN);
		measures[0] = ready;
		this.history.add(at, Map.of("ready", ready, "delayed", 2, "waiting", 3L, "leased", 100, "dead", 1000),
				measures);
	}

	@Test
	void isEmptyAtFirst() {
		assertThat((long[]) this.history.columns().get("at")).isEmpty();
		assertThat(this.history.spark()).isEmpty();
	}

	@Test
	void hasColumnsWithTheOldestFirst() {
		add(this.now.minusSeconds(2), 10);
		add(this.now, 20);
		Map<String, Object> columns = this.history.columns();
		assertThat((long[]) columns.get("at")).containsExactly(this.now.minusSeconds(2).toEpochMilli(),
				this.now.toEpochMilli());
		assertThat((long[]) columns.get("ready")).containsExactly(10, 20);
		assertThat((long[]) columns.get("dead")).containsExactly(1000, 1000);
		assertThat((Float[]) columns.get("sent")).containsExactly(10f, 20f);
		assertThat((Float[]) columns.get("waitP99")).containsExactly(null, null);
	}

	@Test
	void hasTheRatesOfTheLatestSampleAsFarAsTheyAreKnown() {
		add(this.now, 10);
		add(this.now, 20);
		assertThat(this.history.rates()).isEqualTo(Map.of("sent", 20f));
	}

	@Test
	void forgetsWhatIsTooMuch() {
		for (int i = 0; i < 1000; i++) {
			add(this.now, i);
		}
		assertThat((long[]) this.history.columns().get("ready")).hasSize(QueueHistory.CAPACITY)
			.startsWith(1000 - QueueHistory.CAPACITY)
			.endsWith(999);
	}

	@Test
	void forgetsWhatIsTooOld() {
		add(this.now.minus(Duration.ofMinutes(16)), 1);
		add(this.now.minus(Duration.ofMinutes(14)), 2);
		assertThat((long[]) this.history.columns().get("ready")).containsExactly(2);
		assertThat(this.history.spark()).containsExactly(7);
	}

	@Test
	void sumsUpForASparkWhatIsToBeHandled() {
		for (int i = 1; i <= 120; i++) {
			add(this.now, i);
		}
		assertThat(this.history.spark()).hasSize(60).startsWith(2 + 5).endsWith(120 + 5).isSorted();
	}

}
