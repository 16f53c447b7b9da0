package io.github.redisqueue.annotation;

import java.time.Duration;
import java.util.function.Predicate;

import io.github.redisqueue.listener.InvalidListenerException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Resolves placeholders and expressions in the attributes of one annotation, and converts
 * the results. An empty attribute is null.
 */
final class AttributeValues {

	private static final Duration LONGEST = Duration.ofDays(365);

	private final ListenerPlace listener;

	private final ConfigurableBeanFactory beans;

	AttributeValues(ListenerPlace listener, ConfigurableBeanFactory beans) {
		this.listener = listener;
		this.beans = beans;
	}

	@Nullable Integer number(String attribute, String annotated, int minimum, int maximum) {
		String text = text(attribute, annotated);
		if (text.isEmpty()) {
			return null;
		}
		String allowed = (maximum < Integer.MAX_VALUE) ? "a whole number between " + minimum + " and " + maximum
				: "a whole number of at least " + minimum;
		return parsed(attribute, text, allowed, Integer::parseInt, (number) -> number >= minimum && number <= maximum);
	}

	@Nullable Double decimal(String attribute, String annotated, double minimum, double maximum) {
		String text = text(attribute, annotated);
		return text.isEmpty() ? null
				: parsed(attribute, text, "a number between %.0f and %.0f".formatted(minimum, maximum),
						Double::parseDouble, (number) -> number >= minimum && number <= maximum);
	}

	@Nullable Duration duration(String attribute, String annotated, Duration minimum) {
		String text = text(attribute, annotated);
		return text.isEmpty() ? null
				: parsed(attribute, text,
						"a duration between " + DurationFormatterUtils.print(minimum, DurationFormat.Style.SIMPLE)
								+ " and 365 days, such as 30s",
						DurationFormatterUtils::detectAndParse,
						(duration) -> duration.compareTo(minimum) >= 0 && duration.compareTo(LONGEST) <= 0);
	}

	@Nullable Boolean flag(String attribute, String annotated) {
		String text = text(attribute, annotated);
		return switch (text) {
			case "" -> null;
			case "true" -> true;
			case "false" -> false;
			default -> throw invalid(attribute, text, "true or false");
		};
	}

	/** The bean that an attribute names. */
	<T> @Nullable T bean(String attribute, String annotated, Class<T> type) {
		String name = text(attribute, annotated);
		if (name.isEmpty()) {
			return null;
		}
		try {
			return this.beans.getBean(name, type);
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
		String resolved = embedded(attribute, annotated);
		BeanExpressionResolver expressions = this.beans.getBeanExpressionResolver();
		if (expressions == null) {
			return resolved.trim();
		}
		try {
			Object value = expressions.evaluate(resolved, new BeanExpressionContext(this.beans, null));
			return (value != null) ? value.toString().trim() : "";
		}
		catch (BeansException ex) {
			throw this.listener.invalid(
					"has " + attribute + " = \"" + annotated + "\", an expression that fails: "
							+ ex.getMostSpecificCause().getMessage(),
					"Correct the expression. It is written in the Spring Expression Language, as in #{@bean.property}.");
		}
	}

	private String embedded(String attribute, String text) {
		String resolved;
		try {
			resolved = this.beans.resolveEmbeddedValue(text);
		}
		catch (IllegalArgumentException ex) {
			throw unresolved(attribute, text);
		}
		// A bean factory without a placeholder configurer leaves unknown placeholders in.
		if (resolved == null || resolved.contains("${")) {
			throw unresolved(attribute, text);
		}
		return resolved;
	}

	private <T> T parsed(String attribute, String text, String allowed, Parser<T> parser, Predicate<T> rule) {
		T value;
		try {
			value = parser.parse(text);
		}
		catch (IllegalArgumentException ex) {
			throw invalid(attribute, text, allowed);
		}
		if (!rule.test(value)) {
			throw invalid(attribute, text, allowed);
		}
		return value;
	}

	private InvalidListenerException unresolved(String attribute, String text) {
		return this.listener.invalid("has " + attribute + " = \"" + text + "\", with a placeholder that has no value",
				"Set the property that the placeholder names, or give it a default, as in ${name:default}.");
	}

	InvalidListenerException invalid(String attribute, String text, String allowed) {
		return this.listener.invalid("has " + attribute + " = \"" + text + "\", which is not " + allowed,
				"Set it to " + allowed + ", or remove it to use the property.");
	}

	/**
	 * Reads a value.
	 *
	 * @param <T> the type of the value
	 */
	private interface Parser<T> {

		/**
		 * Reads the value from a text.
		 * @throws IllegalArgumentException if the text is no such value
		 */
		T parse(String text);

	}

}
