package io.github.redisqueue.type;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a payload type a logical name. Jobs with such a payload carry the name in the
 * header {@link JobTypes#HEADER}, and handlers are chosen by it. Jobs with payloads of
 * subclasses and of implementations without a name carry it, too. The name stays the same
 * when the class is moved or renamed; the name of the class never leaves the application.
 * The property {@code redis-queue.types.<name>} does the same for classes that cannot be
 * annotated.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface JobType {

	/**
	 * {@return the logical name: 1 to 100 letters, digits, dots, underscores and hyphens}
	 */
	String value();

}
