package io.github.redisqueue.test;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Objects of interfaces whose calls a test answers.
 */
public final class Stub {

	private Stub() {
	}

	/**
	 * Creates an object of an interface.
	 * @param <T> the interface
	 * @param type the interface
	 * @param answers answers its calls, and may pass them on by reflection: what another
	 * method throws is thrown as it is
	 * @return the object
	 */
	public static <T> T of(Class<? extends T> type, InvocationHandler answers) {
		return type.cast(Proxy.newProxyInstance(Stub.class.getClassLoader(), new Class<?>[] { type },
				(self, method, arguments) -> {
					// Some methods are of interfaces that only their package knows.
					method.setAccessible(true);
					try {
						return answers.invoke(self, method, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				}));
	}

}
