package io.github.redisqueue.annotation.method;

import java.util.HashMap;
import java.util.Map;

import io.github.redisqueue.listener.InvalidListenerException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;

/**
 * Resolves placeholders and expressions in the attributes of one annotation.
 */
record AttributeValues(ListenerPlace listener, ConfigurableBeanFactory beans) {

	/** The texts of those attributes that are set, by their names. */
	Map<String, Object> texts(Map<String, String> annotated) {
		Map<String, Object> set = new HashMap<>();
		annotated.forEach((attribute, value) -> {
			String text = text(attribute, value);
			if (!text.isEmpty()) {
				set.put(attribute, text);
			}
		});
		return set;
	}

	@Nullable Boolean flag(String attribute, String annotated) {
		String text = text(attribute, annotated);
		return switch (text) {
			case "" -> null;
			case "true" -> true;
			case "false" -> false;
			default ->
				throw this.listener.invalid("has " + attribute + " = \"" + text + "\", which is not true or false",
						"Set it to true or false, or remove it.");
		};
	}

	/** The bean that an attribute names. */
	<T> @Nullable T bean(String attribute, String annotated, Class<T> type) {
		String name = text(attribute, annotated);
		try {
			return name.isEmpty() ? null : this.beans.getBean(name, type);
		}
		catch (NoSuchBeanDefinitionException | BeanNotOfRequiredTypeException ex) {
			throw this.listener.invalid(
					"has " + attribute + " = \"" + name + "\", but "
							+ ((ex instanceof NoSuchBeanDefinitionException) ? "there is no bean of this name"
									: "the bean of this name has another type"),
					"Name a bean of type " + type.getName() + ", or remove the attribute.");
		}
	}

	/** The text of an attribute, without spaces around it. */
	String text(String attribute, String annotated) {
		String text;
		try {
			text = new EmbeddedValueResolver(this.beans).resolveStringValue(annotated);
		}
		catch (IllegalArgumentException ex) {
			throw unresolved(attribute, annotated);
		}
		catch (BeansException ex) {
			throw this.listener.invalid(
					"has " + attribute + " = \"" + annotated + "\", an expression that fails: "
							+ ex.getMostSpecificCause().getMessage(),
					"Correct the expression. It is written in the Spring Expression Language, as in #{@bean.property}.");
		}
		// A bean factory without a placeholder configurer leaves unknown placeholders in.
		if (text != null && text.contains("${")) {
			throw unresolved(attribute, annotated);
		}
		return (text != null) ? text.trim() : "";
	}

	private InvalidListenerException unresolved(String attribute, String text) {
		return this.listener.invalid("has " + attribute + " = \"" + text + "\", with a placeholder that has no value",
				"Set the property that the placeholder names, or give it a default, as in ${name:default}.");
	}

}
