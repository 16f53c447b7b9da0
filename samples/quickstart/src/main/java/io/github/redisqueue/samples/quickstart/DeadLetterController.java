package io.github.redisqueue.samples.quickstart;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.WorkQueues;
import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Shows the dead letters of the order queue, and redrives them.
 */
@RestController
@RequestMapping("/dead-letters")
class DeadLetterController {

	private static final int PAGE = 20;

	private final DeadLetters letters;

	DeadLetterController(WorkQueues queues) {
		this.letters = queues.get(OrderHandler.QUEUE).deadLetters();
	}

	@GetMapping
	List<DeadOrder> newest() {
		return this.letters.page(0, PAGE).stream().map(DeadOrder::of).toList();
	}

	@PostMapping("/redrive")
	Redriven redrive() {
		return new Redriven(this.letters.redriveAll());
	}

	/**
	 * A dead letter, with the cause of its burial.
	 */
	record DeadOrder(String id, String order, Cause.Reason reason, @Nullable String message, int failures,
			Instant buriedAt) {

		static DeadOrder of(DeadLetter letter) {
			return new DeadOrder(letter.id(), new String(letter.job().payload(), StandardCharsets.UTF_8),
					letter.cause().reason(), letter.cause().message(), letter.history().failures(), letter.buriedAt());
		}

	}

	/**
	 * The number of orders that are back in the queue.
	 */
	record Redriven(long redriven) {

	}

}
