package io.github.redisqueue.autoconfigure;

import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.annotation.method.QueueListenerAnnotationBeanPostProcessor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Warns of handlers in child contexts that have no auto-configuration of queues, so that
 * nothing calls them: the auto-configuration of a context concerns its own beans. Spring
 * publishes the events of a context to its parents, too.
 */
final class UnheardHandlers implements ApplicationListener<ContextRefreshedEvent> {

	private static final Log logger = LogFactory.getLog(UnheardHandlers.class);

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		// Of several parents, the nearest warns; a context with one of its own hears all.
		if (event.getApplicationContext() instanceof ConfigurableApplicationContext context
				&& context.getBean(UnheardHandlers.class) == this
				&& context.getBeanFactory().getBeanNamesForType(UnheardHandlers.class, true, false).length == 0) {
			List<String> unheard = handlers(context.getBeanFactory());
			if (!unheard.isEmpty()) {
				logger.warn(message(context, unheard));
			}
		}
	}

	private static List<String> handlers(ConfigurableListableBeanFactory beans) {
		return Stream.of(beans.getBeanDefinitionNames()).filter((name) -> {
			Class<?> type = type(beans, name);
			return type != null && QueueListenerAnnotationBeanPostProcessor.isCalled(type);
		}).toList();
	}

	private static @Nullable Class<?> type(ConfigurableListableBeanFactory beans, String name) {
		Object bean = beans.getSingleton(name);
		return (bean != null) ? AopProxyUtils.ultimateTargetClass(bean) : beans.getType(name, false);
	}

	private static String message(ApplicationContext context, List<String> beans) {
		return "The beans " + beans + " have methods for jobs (@QueueListener, @DeadLetterHandler or @QueueSchedule),"
				+ " but nothing calls them: their context '" + context.getDisplayName()
				+ "' has no auto-configuration of queues, and that of its parent concerns the beans of the parent."
				+ " Declare the beans in the parent, or add @ImportAutoConfiguration(QueueAutoConfiguration.class) and"
				+ " the auto-configuration of Redis to the context";
	}

}
