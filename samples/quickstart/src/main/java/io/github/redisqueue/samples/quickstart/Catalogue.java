package io.github.redisqueue.samples.quickstart;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Knows what is on sale: everything but the retro line, which was discontinued, until
 * somebody puts a part of it back.
 */
@RestController
class Catalogue {

	private final Set<String> backOnSale = ConcurrentHashMap.newKeySet();

	@PutMapping("/catalogue/{sku}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void putBackOnSale(@PathVariable String sku) {
		this.backOnSale.add(sku);
	}

	void requireOnSale(String sku) {
		if (sku.contains("-RETRO-") && !this.backOnSale.contains(sku)) {
			throw new IllegalStateException(sku + " is not on sale any more");
		}
	}

}
