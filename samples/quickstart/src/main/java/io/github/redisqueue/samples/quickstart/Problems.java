package io.github.redisqueue.samples.quickstart;

import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Converts exceptions to error responses.
 */
@RestControllerAdvice
class Problems {

	@ExceptionHandler
	ProblemDetail invalid(InvalidOrderException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail unavailable(DataAccessException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE,
				"Redis did not store all orders: " + ex.getMessage() + ". Send all of them again later: an order whose "
						+ "id is in the queue is not added again.");
	}

}
