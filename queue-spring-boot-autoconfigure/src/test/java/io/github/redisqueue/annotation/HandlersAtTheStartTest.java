package io.github.redisqueue.annotation;

import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerContainerFactory;
import io.github.redisqueue.listener.QueueListenerRegistry;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.NestedExceptionUtils;

import static io.github.redisqueue.annotation.InvalidListenerTest.assertThatStartFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Handlers that the start refuses for what an application makes of their beans, and those
 * that it does not refuse. The others are in the tables of {@link InvalidListenerTest}.
 */
class HandlersAtTheStartTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis();

	@Test
	void whatComesCloseToWhatIsRefusedIsAllowed() {
		limited("max-leased=5", "redis-queue.listener.auto-startup=false")
			.withBean(InvalidHandlers.Batches.ListAsPayload.class)
			.withBean(InvalidListeners.PrefetchingFirst.class)
			.withBean(InvalidListeners.NotPrefetching.class)
			.withBean(InvalidListeners.Schedules.TwoQueues.class)
			.withBean(InvalidHandlers.Types.Twins.class)
			.withBean(GenericListenerTest.Twins.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aMethodThatItsProxyDoesNotShowIsRefused() {
		assertThatStartFails(proxied(InvalidListeners.HiddenByInterface.class, false),
				"cannot be called on the proxy of its bean", "Declare the method in an interface");
	}

	@Test
	void aFinalMethodBehindAProxyIsRefused() {
		assertThatStartFails(proxied(InvalidListeners.FinalMethod.class, true), "is final", "not final");
	}

	private ApplicationContextRunner proxied(Class<?> type, boolean proxyTargetClass) {
		return this.runner.withBean("listener", type).withInitializer((context) -> {
			DefaultAdvisorAutoProxyCreator proxies = new DefaultAdvisorAutoProxyCreator();
			proxies.setProxyTargetClass(proxyTargetClass);
			proxies.setBeanFactory(context.getBeanFactory());
			context.getBeanFactory().addBeanPostProcessor(proxies);
		}).withBean(Advisor.class, () -> {
			NameMatchMethodPointcut handle = new NameMatchMethodPointcut();
			handle.addMethodName("handle");
			handle.setClassFilter(type::isAssignableFrom);
			MethodInterceptor proceed = (invocation) -> invocation.proceed();
			return new DefaultPointcutAdvisor(handle, proceed);
		});
	}

	@Test
	void aListenerInALazyBeanIsRefused() {
		assertThatStartFails(
				this.runner.withBean("listener", InvalidListeners.Sound.class, InvalidListeners.Sound::new,
						(definition) -> definition.setLazyInit(true)),
				"Bean 'listener' of type " + InvalidListeners.Sound.class.getName()
						+ " has a @QueueListener, but it is @Lazy, so the listener would never start",
				"Remove @Lazy");
	}

	@Test
	void aListenerInAPrototypeIsRefused() {
		assertThatStartFails(
				this.runner.withBean("listener", InvalidListeners.Sound.class, InvalidListeners.Sound::new,
						(definition) -> definition.setScope("prototype")),
				"but its scope is 'prototype', so each instance would listen", "Move the listener to a singleton");
	}

	@Test
	void aListenerListensBehindAScopedProxyAndAsTheProductOfAFactory() {
		this.runner
			.withInitializer((context) -> context.getBeanFactory().registerScope("thread", new SimpleThreadScope()))
			.withUserConfiguration(Scoped.class, Factory.class)
			.run((context) -> assertThat(context.getBean(QueueListenerRegistry.class).all())
				.extracting(QueueListenerContainer::id)
				.containsExactlyInAnyOrder("scoped", "product"));
	}

	@Test
	void aListenerListensAlsoIfItsTypeIsHiddenAndBeansAreCreatedLazily() {
		this.runner.withBean(LazyInitializationBeanFactoryPostProcessor.class)
			.withUserConfiguration(Beans.class)
			.run((context) -> assertThat(context.getBean(QueueListenerRegistry.class).all())
				.extracting(QueueListenerContainer::id)
				.containsExactlyInAnyOrder("hidden", "factory", "product"));
	}

	@Test
	void aListenerThatAFactoryMakesAnewForEachIsRefused() {
		assertThatStartFails(this.runner.withBean("listeners", Prototypes.class),
				"The factory bean 'listeners' makes a new " + Product.class.getName(),
				"Let the factory make a singleton");
	}

	@Test
	void aHandlerOfDeadLettersInALazyBeanIsRefused() {
		assertThatStartFails(
				this.runner.withBean("handler", InvalidHandlers.DeadLetters.Sound.class,
						InvalidHandlers.DeadLetters.Sound::new, (definition) -> definition.setLazyInit(true)),
				"has a @DeadLetterHandler, but it is @Lazy", "is not @Lazy");
	}

	@Test
	void aScheduleInALazyBeanIsRefused() {
		assertThatStartFails(
				this.runner.withBean("listener", InvalidListeners.Schedules.Null.class,
						InvalidListeners.Schedules.Null::new, (definition) -> definition.setLazyInit(true)),
				"has a @QueueSchedule, but it is @Lazy", "is not @Lazy");
	}

	@Test
	void aScheduleWhoseMethodThrowsPreventsTheStart() {
		this.runner.withBean("listener", InvalidListeners.Schedules.Throwing.class).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).isInstanceOfSatisfying(InvalidListenerException.class,
					(failure) -> assertThat(failure.description())
						.endsWith("makes no payload: it has thrown java.lang.IllegalStateException: no report."));
			assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure())).hasMessage("no report");
		});
	}

	@Test
	void aListenerThatIsAddedMayNotPrefetchWhatIsLimited() {
		limited("max-leased=5").run((context) -> {
			QueueListenerContainerFactory factory = context.getBean(QueueListenerContainerFactory.class);
			assertThatExceptionOfType(InvalidListenerException.class)
				.isThrownBy(() -> factory.create("added", "limited", (lease) -> {
				}, (settings) -> settings.prefetch(50)))
				.satisfies((ex) -> assertThat(ex.description())
					.startsWith("The listener 'added' has a prefetch of 50, but queue 'limited' has a limit"));
		});
	}

	private ApplicationContextRunner limited(String limit, String... properties) {
		return this.runner.withPropertyValues("redis-queue.queues.limited." + limit).withPropertyValues(properties);
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
