package io.github.redisqueue.algorithm.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SteadyReadingTest {

	private final List<String> list = new ArrayList<>(IntStream.range(0, 20).mapToObj((i) -> "" + i).toList());

	private final List<String> read = new ArrayList<>();

	private int pages;

	private SteadyReading<String> reading(long first) {
		return new SteadyReading<>(this::page, (id) -> id, first, 4);
	}

	private List<String> page(long from, int count) {
		this.pages++;
		return this.list.stream().skip(from).limit(count).toList();
	}

	private void read(SteadyReading<String> reading, int count) {
		for (int i = 0; i < count && reading.next() != null; i++) {
			this.read.add(reading.take());
		}
	}

	private static List<String> numbers(int from, int to) {
		return IntStream.range(from, to).mapToObj((i) -> "" + i).toList();
	}

	@Test
	void readsEachOnceInOrder() {
		read(reading(3), 100);
		assertThat(this.read).isEqualTo(numbers(3, 20));
		assertThat(this.pages).isLessThan(8);
	}

	@Test
	void missesNoneWhenThoseAreRemovedThatWereRead() {
		SteadyReading<String> reading = reading(0);
		read(reading, 9);
		this.list.subList(0, 7).clear();
		read(reading, 3);
		this.list.subList(0, 4).clear();
		read(reading, 100);
		assertThat(this.read).isEqualTo(numbers(0, 20));
	}

	@Test
	void repeatsNoneWhenOthersArePutInFront() {
		SteadyReading<String> reading = reading(0);
		read(reading, 6);
		this.list.addAll(0, List.of("a", "b", "c"));
		read(reading, 100);
		assertThat(this.read).contains("19").doesNotHaveDuplicates().containsAll(numbers(0, 20));
	}

	@Test
	void doesNotGoBackBeforeItsFirst() {
		SteadyReading<String> reading = reading(5);
		read(reading, 5);
		this.list.subList(5, 20).clear();
		read(reading, 100);
		assertThat(this.read).isEqualTo(numbers(5, 10));
	}

	@Test
	void goesOnBehindOneThatFillsAPageAlone() {
		SteadyReading<String> reading = new SteadyReading<>((from, count) -> page(from, 1), (id) -> id, 0, 4);
		read(reading, 100);
		assertThat(this.read).isEqualTo(numbers(0, 20));
	}

}
