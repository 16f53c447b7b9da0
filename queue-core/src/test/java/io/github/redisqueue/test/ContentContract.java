package io.github.redisqueue.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ids, payloads and headers come out as they went in, whatever they are made of.
 */
abstract class ContentContract extends QueueTests {

	private static final int MIB = 1024 * 1024;

	static Stream<byte[]> payloads() {
		byte[] allBytes = new byte[256];
		IntStream.range(0, 256).forEach((i) -> allBytes[i] = (byte) i);
		byte[] large = new byte[MIB];
		new Random(1).nextBytes(large);
		return Stream.of(new byte[0], new byte[] { 0 }, new byte[] { 0, 0, 'a', 0 }, allBytes, large,
				"\r\n$5\r\nhello\r\n*3".getBytes(StandardCharsets.US_ASCII), "-".getBytes(StandardCharsets.US_ASCII));
	}

	@ParameterizedTest
	@ValueSource(strings = { "a:b", " ", " a b ", "*", "a*", "[a-z]", "a?b", "\\", "{x}", "ähre", "日本語", "😀",
			"line\nbreak", "'quoted\"", "-", "0", "-1", "\0", "%s", "queue", "item:a", "12345678901234567890" })
	void idsOfAllKindsGoThroughTheirWholeLife(String id) {
		String neighbour = "neighbour";
		add(id, neighbour);
		List<Lease> leases = this.queue.lease(2).leases();
		assertThat(ids(leases)).containsExactlyInAnyOrder(id, neighbour);
		assertThat(this.queue.extend(leases)).hasSize(2);
		assertThat(this.queue.release(leases)).hasSize(2);
		leases = this.queue.lease(2).leases();
		Lease odd = leases.stream().filter((lease) -> lease.id().equals(id)).findAny().orElseThrow();
		assertThat(this.queue.bury(Map.of(odd, CAUSE))).containsExactly(odd);
		assertThat(this.queue.deadLetters().get(id)).isPresent();
		assertThat(this.queue.deadLetters().redrive(List.of(id))).containsExactly(id);
		Lease again = leaseOne(this.queue);
		assertThat(again.job()).isEqualTo(job(id));
		assertThat(complete(this.queue, again)).isTrue();
		add(id);
		assertThat(this.queue.cancel(id)).isTrue();
		assertCounts(0, 0, 1, 0);
	}

	@Test
	void anIdMayHaveFiveHundredCharacters() {
		String id = "😀".repeat(250);
		add(id);
		assertThat(leaseOne(this.queue).id()).isEqualTo(id);
	}

	@ParameterizedTest
	@MethodSource("payloads")
	void payloadsOfAllKindsAreLeasedBuriedAndRedrivenUnchanged(byte[] payload) {
		this.queue.add(Job.of("a", payload));
		Lease lease = leaseOne(this.queue);
		assertThat(lease.job().payload()).isEqualTo(payload);
		this.queue.bury(Map.of(lease, CAUSE));
		assertThat(this.queue.deadLetters().get("a")).get()
			.extracting((letter) -> letter.job().payload())
			.isEqualTo(payload);
		this.queue.deadLetters().redrive(List.of("a"));
		assertThat(leaseOne(this.queue).job().payload()).isEqualTo(payload);
	}

	@Test
	void headersOfAllKindsAreLeasedBuriedAndRedrivenUnchanged() {
		Map<String, String> headers = Map.of("type", "order", "empty", "", "", "without a name", "a:b", "1:2", "ähre",
				"😀", "-", "-", "nul", "\0", "long", "x".repeat(100_000));
		String a = inLine("a");
		this.queue.add(List.of(job(a).withHeaders(headers), job(inLine("b"))));
		List<Lease> leases = this.queue.lease(2).leases();
		assertThat(leases).extracting((lease) -> lease.job().headers()).containsExactly(headers, Map.of());
		this.queue.bury(Map.of(leases.get(0), CAUSE));
		assertThat(this.queue.deadLetters().get(a)).get()
			.extracting(DeadLetter::job)
			.isEqualTo(job(a).withHeaders(headers));
		this.queue.deadLetters().redrive(List.of(a));
		assertThat(leaseOne(this.queue).job().headers()).isEqualTo(headers);
	}

	@Test
	void aJobKeepsItsContentOverRetryReleaseAndReclaim() {
		Job job = job("a").withHeaders(Map.of("k", "v"));
		this.queue.add(job);
		this.queue.retry(Map.of(leaseOne(this.queue), failure(Duration.ZERO)));
		this.queue.release(List.of(awaitLease(this.queue)));
		leaseOne(shortWorker("vanished"));
		assertThat(takeOver(this.queue).job()).isEqualTo(job);
	}

	@Test
	void moreThanFourMebibytesAreAddedInOneCall() {
		List<Job> jobs = IntStream.range(0, 10).mapToObj((i) -> {
			byte[] payload = new byte[MIB];
			Arrays.fill(payload, (byte) i);
			return Job.of(inLine("job-" + i), payload);
		}).toList();
		assertThat(this.queue.add(jobs)).hasSize(10);
		assertThat(leaseAll(this.queue)).extracting(Lease::job).containsExactlyElementsOf(jobs);
	}

	@Test
	void aSinglePayloadMayExceedFourMebibytes() {
		byte[] payload = new byte[5 * MIB];
		payload[payload.length - 1] = 1;
		String a = inLine("a");
		String b = inLine("b");
		String c = inLine("c");
		this.queue.add(List.of(job(a), Job.of(b, payload), job(c)));
		List<Lease> leases = leaseAll(this.queue);
		assertThat(ids(leases)).containsExactly(a, b, c);
		assertThat(leases.get(1).job().payload()).isEqualTo(payload);
	}

	@Test
	void noLeaseBringsMoreThanFourMebibytesUnlessOneJobIsLarger() {
		this.queue.add(IntStream.range(0, 6).mapToObj((i) -> Job.of("job-" + i, new byte[MIB])).toList());
		List<Lease> leases = this.queue.lease(6).leases();
		assertThat(leases).isNotEmpty();
		assertThat(leases.stream().mapToInt((lease) -> lease.job().size()).sum()).isLessThanOrEqualTo(4 * MIB);
		assertThat(leaseAll(this.queue)).hasSize(6 - leases.size());
	}

	@Test
	void headersCountInTheFourMebibytesOfALease() {
		Map<String, String> headers = Map.of("k", "v".repeat(MIB));
		List<Job> jobs = jobsInLine(6).stream().map((job) -> job.withHeaders(headers)).toList();
		this.queue.add(jobs);
		List<Lease> leases = this.queue.lease(6).leases();
		assertThat(leases).hasSizeBetween(1, 3);
		assertThat(leaseAll(this.queue)).extracting(Lease::job)
			.containsExactlyElementsOf(jobs.subList(leases.size(), 6));
	}

	@Test
	void aLeaseFindsItsEndAmongSmallAndLargeJobs() {
		List<Job> small = jobsInLine(60);
		List<Job> jobs = IntStream.range(0, 60)
			.mapToObj((i) -> (i < 50) ? small.get(i) : Job.of(small.get(i).id(), new byte[MIB]))
			.toList();
		this.queue.add(jobs);
		List<Lease> leases = this.queue.lease(500).leases();
		assertThat(leases).hasSizeBetween(50, 53);
		assertThat(leaseAll(this.queue)).extracting(Lease::id)
			.containsExactlyElementsOf(small.subList(leases.size(), 60).stream().map(Job::id).toList());
	}

}
