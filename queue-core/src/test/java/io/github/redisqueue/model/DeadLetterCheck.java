package io.github.redisqueue.model;

import java.util.List;
import java.util.Optional;

import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.DeadLetters;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the dead letters of a queue with those of its model.
 */
final class DeadLetterCheck {

	private final QueueModel model;

	private final DeadLetters letters;

	DeadLetterCheck(QueueModel model, DeadLetters letters) {
		this.model = model;
		this.letters = letters;
	}

	/** A page is as long as it can be, from the newest on. */
	DeadLetterCheck page(int offset, int count) {
		List<DeadLetter> page = this.letters.page(offset, count);
		long all = this.model.letters().count();
		assertThat(this.letters.count()).as("dead letters").isEqualTo(all);
		assertThat((long) page.size()).as("letters of the page").isEqualTo(Math.min(count, Math.max(0, all - offset)));
		page.forEach(this::check);
		assertThat(page).extracting(DeadLetter::id).doesNotHaveDuplicates();
		assertThat(page).extracting(DeadLetter::buriedAt).isSortedAccordingTo((one, other) -> other.compareTo(one));
		return this;
	}

	DeadLetterCheck get(String id) {
		Optional<DeadLetter> letter = this.letters.get(id);
		assertThat(letter.isPresent()).as("there is a dead letter of %s", id)
			.isEqualTo(this.model.letters().get(id) != null);
		letter.ifPresent(this::check);
		return this;
	}

	private void check(DeadLetter letter) {
		ModelLetters.Letter expected = this.model.letters().get(letter.id());
		assertThat(expected).as("the dead letter of %s", letter.id()).isNotNull();
		assertThat(letter.job()).isEqualTo(expected.job());
		assertThat(letter.cause().reason()).isEqualTo(expected.reason());
		assertThat(letter.worker()).isEqualTo(expected.worker());
		assertThat(letter.history().failures()).isEqualTo(expected.failures());
		assertThat(letter.history().crashes()).isEqualTo(expected.crashes());
	}

}
