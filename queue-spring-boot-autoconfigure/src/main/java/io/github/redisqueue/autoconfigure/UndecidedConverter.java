package io.github.redisqueue.autoconfigure;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.annotation.method.ListenerDefinition;

import org.springframework.messaging.converter.AbstractMessageConverter;
import org.springframework.messaging.converter.CompositeMessageConverter;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.util.MimeTypeUtils;

/**
 * Stands for the conversion to JSON where the application has several mappers. Whoever
 * needs none is not concerned: strings and byte arrays are converted before, and who
 * takes any object gets the byte array.
 */
final class UndecidedConverter extends AbstractMessageConverter {

	private static final Set<Type> WITHOUT_JSON = Set.of(String.class, byte[].class, Object.class);

	private static final String ACTION = "Annotate one of them with @Primary, or define a MessageConverter with"
			+ " @QueueMessageConverter.";

	private final List<String> mappers;

	UndecidedConverter(List<String> mappers) {
		super(MimeTypeUtils.APPLICATION_JSON);
		this.mappers = mappers;
	}

	@Override
	protected boolean supports(Class<?> type) {
		throw new MessageConversionException(
				"A payload of type " + type.getName() + " cannot be converted: " + reason() + ". " + ACTION);
	}

	private String reason() {
		return "of the JsonMapper beans " + this.mappers + " none is primary";
	}

	/** Refuses a listener that needs a decision: its jobs would be unreadable. */
	static void check(MessageConverter converter, ListenerDefinition listener) {
		if (converter instanceof CompositeMessageConverter all
				&& !WITHOUT_JSON.containsAll(listener.handler().payloadTypes())) {
			for (MessageConverter one : all.getConverters()) {
				if (one instanceof UndecidedConverter undecided) {
					throw listener.invalid("takes JSON, but " + undecided.reason(), ACTION);
				}
			}
		}
	}

}
