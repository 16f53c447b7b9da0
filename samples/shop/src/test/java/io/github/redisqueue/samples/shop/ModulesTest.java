package io.github.redisqueue.samples.shop;

import org.junit.jupiter.api.Test;

import org.springframework.modulith.core.ApplicationModules;

class ModulesTest {

	@Test
	void packagesAreFreeOfCycles() {
		ApplicationModules.of(ShopApplication.class).verify();
	}

}
