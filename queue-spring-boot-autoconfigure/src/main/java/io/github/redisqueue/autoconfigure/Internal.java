package io.github.redisqueue.autoconfigure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.beans.factory.annotation.Qualifier;

/**
 * A bean of the auto-configuration. It is used though the application may have beans of
 * its type.
 */
@Qualifier
@Target({ ElementType.METHOD, ElementType.PARAMETER })
@Retention(RetentionPolicy.RUNTIME)
@interface Internal {

	/** Prefix of the names of beans that applications do not use. */
	String PREFIX = "io.github.redisqueue.internal.";

	/** Notified of events in queues, if there is such a bean. */
	String EVENTS = PREFIX + "events";

}
