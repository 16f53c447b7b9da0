package io.github.redisqueue.annotation.method;

import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.converter.MessageConverter;
import org.springframework.validation.Validator;

/**
 * What the handler methods of an application need.
 *
 * @param converter reads payloads
 * @param validator validates payloads, or null if there is none, or several
 * @param severalValidators whether the application has several validators, of which none
 * is primary
 * @param types the logical names of payload types
 */
public record HandlerSupport(MessageConverter converter, @Nullable Validator validator, boolean severalValidators,
		JobTypes types) {

}
