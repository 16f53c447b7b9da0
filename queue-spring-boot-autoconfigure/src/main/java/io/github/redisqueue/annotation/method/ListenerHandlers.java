package io.github.redisqueue.annotation.method;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.QueueHandler;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.annotation.UnreadableJobException;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.listener.JobHandler;
import io.github.redisqueue.listener.UnknownJobTypeException;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolverComposite;

/**
 * Creates the handlers of annotated methods and classes.
 */
final class ListenerHandlers {

	private final HandlerSupport support;

	private final HandlerMethodArgumentResolverComposite arguments;

	ListenerHandlers(HandlerSupport support, ConfigurableBeanFactory beans) {
		this.support = support;
		this.arguments = HandlerArguments.ofJobs(support.converter(), support.validator(), beans);
	}

	/**
	 * Returns the handler of a method. Refuses a signature that is not supported.
	 * @param batch whether the method takes batches, or null if the annotation does not
	 * say: then it takes single jobs, and must not take a list
	 */
	JobHandler of(ListenerMethod listener, @Nullable Boolean batch) {
		if (Boolean.TRUE.equals(batch)) {
			BatchMethodHandler handler = new BatchMethodHandler(listener, this.arguments, this.support.types());
			ListenerSignature.checkBatch(listener, handler.payload, this.support);
			return handler;
		}
		MethodJobHandler handler = method(listener);
		listener.refuseIf(batch == null && BatchMethodHandler.takesList(handler.getMethodParameters()),
				"takes a List, but does not say whether of several jobs",
				"Set the attribute batch to \"true\" to take several jobs at once, or to \"false\" if the payload"
						+ " of a single job is a list.");
		return handler;
	}

	/** The handler of a class whose methods handle one type each. */
	JobHandler of(ListenerClass listener, Iterable<Method> methods, @Nullable Boolean batch) {
		listener.refuseIf(Boolean.TRUE.equals(batch), "takes batches, but its methods handle one type each",
				"Move @QueueListener with batch to a method, or remove the attribute batch.");
		List<MethodJobHandler> all = new ArrayList<>();
		Map<String, MethodJobHandler> byType = new HashMap<>();
		MethodJobHandler untyped = null;
		for (Method method : methods) {
			ListenerMethod place = new ListenerMethod(listener.bean(), listener.beanName(), method, QueueHandler.class);
			MethodJobHandler handler = method(place);
			all.add(handler);
			QueueHandler annotation = AnnotatedElementUtils.findMergedAnnotation(method, QueueHandler.class);
			boolean isDefault = annotation != null && annotation.isDefault();
			listener.refuseIf(isDefault && untyped != null, "has two default methods, " + untyped + " and " + handler,
					"Keep one @QueueHandler(isDefault = true).");
			untyped = isDefault ? handler : untyped;
			String type = handler.type;
			place.refuseIf(type == null && !isDefault,
					"takes a payload whose type has no name, so no job could be for it",
					"Annotate the class of the payload with @JobType, or set redis-queue.types.<name> to it.");
			MethodJobHandler other = (type != null) ? byType.put(type, handler) : null;
			listener.refuseIf(other != null,
					"has two methods for the type '" + type + "', " + other + " and " + handler, "Keep one of them.");
		}
		listener.refuseIf(all.stream().map(MethodJobHandler::acknowledges).distinct().count() > 1,
				"has methods with and without an Acknowledgement, so they would need different ack modes",
				"Give each method a parameter of type Acknowledgement, or none.");
		listener.refuseIf(all.isEmpty(), "has no method that handles jobs",
				"Annotate its methods with @QueueHandler, or move @QueueListener to a method.");
		checkDefault(listener, byType, untyped);
		return new TypedJobHandler(listener, all, byType, untyped);
	}

	/** Jobs of an unnamed subclass have the name of its superclass. */
	private void checkDefault(ListenerPlace listener, Map<String, MethodJobHandler> byType,
			@Nullable MethodJobHandler untyped) {
		for (Type type : (untyped != null) ? untyped.payloadTypes() : Set.<Type>of()) {
			Class<?> payload = ResolvableType.forType(type).toClass();
			String inherited = this.support.types().ofPayload(payload);
			listener.refuseIf(inherited != null && !byType.containsKey(inherited),
					"has the default method " + untyped + ", but jobs of its payload have the type '" + inherited
							+ "' of a superclass or interface of " + payload.getName() + ", which no method takes",
					"Annotate " + payload.getSimpleName() + " with a @JobType of its own, or add a method for '"
							+ inherited + "'.");
		}
	}

	private MethodJobHandler method(ListenerMethod listener) {
		MethodJobHandler handler = new MethodJobHandler(listener, this.arguments, this.support.types());
		ListenerSignature.check(listener, handler.getMethodParameters(), this.support);
		return handler;
	}

	/** A class annotated with {@link QueueListener}, and its bean, possibly a proxy. */
	record ListenerClass(Object bean, String beanName) implements ListenerPlace {

		@Override
		public String kind() {
			return "@QueueListener class";
		}

		@Override
		public String toString() {
			return AopProxyUtils.ultimateTargetClass(this.bean).getName() + " of bean '" + this.beanName + "'";
		}

	}

	/**
	 * Chooses the method that handles a job by the logical name of the type of its
	 * payload. Thread-safe.
	 *
	 * @param methods all methods
	 * @param byType the methods by the names of their types
	 * @param untyped handles jobs without a type, or null if they are unreadable
	 */
	private record TypedJobHandler(ListenerPlace place, Collection<MethodJobHandler> methods,
			Map<String, MethodJobHandler> byType, @Nullable MethodJobHandler untyped) implements JobHandler {

		@Override
		public void handle(Lease lease) throws Exception {
			handle(lease, null);
		}

		@Override
		public @Nullable CompletableFuture<?> handle(Lease lease, @Nullable Acknowledgement acknowledgement)
				throws Exception {
			return choose(lease).handle(lease, acknowledgement);
		}

		private MethodJobHandler choose(Lease lease) {
			String type = lease.job().headers().get(JobTypes.HEADER);
			MethodJobHandler method = (type != null) ? this.byType.get(type) : this.untyped;
			if (method != null) {
				return method;
			}
			throw (type != null) ? new UnknownJobTypeException(lease, type, this.place.toString())
					: new UnreadableJobException(lease, "has no type (header '" + JobTypes.HEADER + "'), and "
							+ this.place + " has no default method", null);
		}

		@Override
		public boolean acknowledges() {
			return this.methods.stream().allMatch(MethodJobHandler::acknowledges);
		}

		@Override
		public Set<Type> payloadTypes() {
			Set<Type> types = new LinkedHashSet<>();
			this.methods.forEach((method) -> types.addAll(method.payloadTypes()));
			return types;
		}

		@Override
		public String toString() {
			return this.place.toString();
		}

	}

}
