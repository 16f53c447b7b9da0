package io.github.redisqueue.annotation.method;

import java.lang.reflect.Type;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.Callable;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.UnreadableJobException;
import io.github.redisqueue.listener.UnknownJobTypeException;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;
import org.springframework.core.convert.ConversionException;
import org.springframework.messaging.MessageHandlingException;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.handler.annotation.support.MethodArgumentNotValidException;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;
import org.springframework.messaging.handler.invocation.InvocableHandlerMethod;
import org.springframework.messaging.handler.invocation.MethodArgumentResolutionException;

/**
 * A method of a bean that handles jobs. The class of the bean determines the types of its
 * parameters, also if the method stands in a generic base class, or the bean is a proxy.
 * Exceptions of the method are thrown to the caller without being wrapped. Thread-safe.
 */
abstract class BeanMethod extends InvocableHandlerMethod {

	private final ListenerMethod place;

	private final Class<?> beanClass;

	/**
	 * Refuses a method that cannot be called on its bean.
	 * @param arguments resolve the arguments of a call from the message of a job
	 */
	BeanMethod(ListenerMethod place, HandlerMethodArgumentResolverComposite arguments) {
		super(place.bean(), place.invocable());
		this.place = place;
		this.beanClass = place.beanClass();
		setMessageMethodArgumentResolvers(arguments);
	}

	@Override
	protected final Class<?> getContainingClass() {
		return this.beanClass;
	}

	/** The logical name of a payload that the method takes, if it has one. */
	final @Nullable String nameOf(@Nullable Type payload, JobTypes types) {
		Class<?> raw = (payload != null) ? ResolvableType.forType(payload).resolve() : null;
		try {
			return (raw != null) ? types.nameOf(raw) : null;
		}
		catch (IllegalArgumentException ex) {
			throw this.place.invalid("takes a payload with an invalid name: " + ex.getMessage(),
					"Change the name in @JobType.");
		}
	}

	/** Refuses a job whose payload has a logical name that the method does not take. */
	final void checkType(Lease lease, @Nullable String taken) {
		String other = otherType(lease.job(), taken);
		if (other != null) {
			throw new UnknownJobTypeException(lease, other, toString());
		}
	}

	/** The logical name of a job's payload if it is not the one that a method takes. */
	static @Nullable String otherType(Job job, @Nullable String taken) {
		String sent = job.headers().get(JobTypes.HEADER);
		return (taken == null || taken.equals(sent)) ? null : sent;
	}

	/**
	 * Distinguishes jobs that cannot be read, for which a retry would change nothing,
	 * from failures of the method and of what resolves its arguments.
	 */
	final <T> T readable(Lease lease, Callable<T> reading) throws Exception {
		try {
			return reading.call();
		}
		catch (MessageConversionException | MessageHandlingException | MethodArgumentResolutionException
				| ConversionException ex) {
			boolean invalid = ex instanceof MethodArgumentNotValidException;
			throw new UnreadableJobException(lease,
					(invalid ? "is not valid for " : "cannot be converted to the parameters of ") + this + ": "
							+ ex.getMessage(),
					ex);
		}
	}

	/** A proxy wraps checked exceptions that its interface does not declare. */
	@Override
	protected @Nullable Object doInvoke(@Nullable Object... arguments) throws Exception {
		try {
			return super.doInvoke(arguments);
		}
		catch (UndeclaredThrowableException ex) {
			throw (ex.getCause() instanceof Exception cause) ? cause : ex;
		}
	}

	@Override
	public final String toString() {
		return this.place.toString();
	}

}
