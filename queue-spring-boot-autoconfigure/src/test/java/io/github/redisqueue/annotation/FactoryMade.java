package io.github.redisqueue.annotation;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

/**
 * Listeners that factories make, or that the types of their beans do not show.
 */
final class FactoryMade {

	private FactoryMade() {
	}

	@Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
	static class Scoped {

		@QueueListener(value = "jobs", id = "scoped")
		public void handle(String text) {
		}

	}

	static class Product {

		@QueueListener(value = "jobs", id = "product")
		void handle(String text) {
		}

	}

	static class Factory implements FactoryBean<Product> {

		@Override
		public Product getObject() {
			return new Product();
		}

		@Override
		public Class<?> getObjectType() {
			return Product.class;
		}

	}

	static class Prototypes extends Factory {

		@Override
		public boolean isSingleton() {
			return false;
		}

	}

	static class ListeningFactory implements FactoryBean<String> {

		@QueueListener(value = "jobs", id = "factory")
		void handle(String text) {
		}

		@Override
		public String getObject() {
			return "product";
		}

		@Override
		public Class<?> getObjectType() {
			return String.class;
		}

	}

	static class Hidden implements Runnable {

		@QueueListener(value = "jobs", id = "hidden")
		void handle(String text) {
		}

		@Override
		public void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Beans {

		@Bean
		Runnable hidden() {
			return new Hidden();
		}

		@Bean
		ListeningFactory listeningFactory() {
			return new ListeningFactory();
		}

		@Bean
		Factory factory() {
			return new Factory();
		}

	}

}
