package io.github.redisqueue.samples.shop.deadletter;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Shows the dead letters of all queues of the application, and redrives them. A real
 * application lets only its operators do that.
 */
@RestController
@RequestMapping("/dead-letters")
class DeadLetterController {

	private static final int PAGE = 50;

	private final WorkQueues queues;

	DeadLetterController(WorkQueues queues) {
		this.queues = queues;
	}

	@GetMapping
	List<DeadJob> newest() {
		return this.queues.all()
			.stream()
			.flatMap((queue) -> queue.deadLetters().page(0, PAGE).stream().map((letter) -> DeadJob.of(queue, letter)))
			.toList();
	}

	/**
	 * An id is unique in its queue only, so this redrives it in each queue that has it.
	 */
	@PostMapping("/{id}/redrive")
	ResponseEntity<Void> redrive(@PathVariable String id) {
		long redriven = this.queues.all()
			.stream()
			.filter((queue) -> !queue.deadLetters().redrive(Set.of(id)).isEmpty())
			.count();
		return ResponseEntity.status((redriven > 0) ? HttpStatus.ACCEPTED : HttpStatus.NOT_FOUND).build();
	}

	/**
	 * A dead letter as JSON.
	 */
	record DeadJob(String queue, String id, String payload, Map<String, String> headers, Cause.Reason reason,
			@Nullable String message, int failures, Instant buriedAt) {

		static DeadJob of(WorkQueue queue, DeadLetter letter) {
			return new DeadJob(queue.name(), letter.id(), new String(letter.job().payload(), StandardCharsets.UTF_8),
					letter.job().headers(), letter.cause().reason(), letter.cause().message(),
					letter.history().failures(), letter.buriedAt());
		}

	}

}
