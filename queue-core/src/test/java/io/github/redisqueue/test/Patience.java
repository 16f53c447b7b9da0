package io.github.redisqueue.test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * How long clients wait for their answers, which a test can change once it knows that
 * there will be none: as long as there is a server, its slowness is to be waited for.
 */
interface Patience {

	/** From now on commands wait so long. */
	void waitFor(Duration timeout);

	/** The same settings of a client, with patience that can be changed. */
	static LettuceClientConfiguration of(LettuceClientConfiguration settings) {
		AtomicReference<Duration> timeout = new AtomicReference<>(settings.getCommandTimeout());
		Patience patience = timeout::set;
		Class<?>[] types = { LettuceClientConfiguration.class, Patience.class };
		return (LettuceClientConfiguration) Proxy.newProxyInstance(Patience.class.getClassLoader(), types,
				(proxy, method, arguments) -> {
					if (method.getName().equals("getCommandTimeout")) {
						return timeout.get();
					}
					try {
						boolean changes = method.getDeclaringClass() == Patience.class;
						return method.invoke(changes ? patience : settings, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	/** Lets the commands of a client wait so long from now on. */
	static void set(LettuceConnectionFactory connections, Duration timeout) {
		((Patience) connections.getClientConfiguration()).waitFor(timeout);
	}

}
