package io.github.redisqueue.samples.quickstart;

import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers to what cannot be done.
 */
@RestControllerAdvice
class Problems {

	@ExceptionHandler
	ProblemDetail invalid(InvalidOrderException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail away(DataAccessException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"Redis did not take the orders: " + ex.getMessage() + ". Those that it took before are safe; send the "
						+ "rest, or all, again later: orders with an id that is in the queue are recognised.");
	}

}
