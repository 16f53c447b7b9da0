package io.github.redisqueue.samples.quickstart;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The articles on sale: all except the discontinued retro line. A request can put a retro
 * article back on sale.
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
