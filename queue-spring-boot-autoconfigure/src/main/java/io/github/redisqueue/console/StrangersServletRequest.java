package io.github.redisqueue.console;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;
import org.jspecify.annotations.Nullable;

/**
 * A request without credentials, headers and parameters, which comes over no connection,
 * to ask rules of Spring Security about it. The dummy of Spring Security is none that its
 * matchers of paths can read.
 */
final class StrangersServletRequest implements HttpServletMapping {

	private final Map<String, Object> values = new HashMap<>();

	private final Map<Object, Object> attributes = new HashMap<>();

	private StrangersServletRequest(String method, String path, ServletContext application) {
		String uri = application.getContextPath() + path;
		this.values.put("getMethod", method);
		this.values.put("getRequestURI", uri);
		this.values.put("getContextPath", application.getContextPath());
		this.values.put("getServletPath", path);
		this.values.put("getServletContext", application);
		this.values.put("getDispatcherType", DispatcherType.REQUEST);
		this.values.put("getHttpServletMapping", this);
		this.values.put("getScheme", "http");
		this.values.put("getProtocol", "HTTP/1.1");
		this.values.put("getServerName", "localhost");
		this.values.put("getServerPort", 80);
		this.values.put("getRemoteAddr", "0.0.0.0");
		this.values.put("getRemotePort", 0);
		this.values.put("isSecure", false);
		this.values.put("getParameterMap", Map.of());
		this.values.put("toString", method + " " + uri);
	}

	static HttpServletRequest of(String method, String path, ServletContext application) {
		StrangersServletRequest request = new StrangersServletRequest(method, path, application);
		return (HttpServletRequest) Proxy.newProxyInstance(StrangersServletRequest.class.getClassLoader(),
				new Class<?>[] { HttpServletRequest.class },
				(proxy, called, arguments) -> request.answer(called, arguments));
	}

	private @Nullable Object answer(Method called, Object @Nullable [] arguments) {
		switch (called.getName()) {
			case "getAttribute":
				return (arguments != null) ? this.attributes.get(arguments[0]) : null;
			case "setAttribute":
				return (arguments != null) ? this.attributes.put(arguments[0], arguments[1]) : null;
			case "removeAttribute":
				return (arguments != null) ? this.attributes.remove(arguments[0]) : null;
			case "getRequestURL":
				return new StringBuffer("http://localhost").append(this.values.get("getRequestURI"));
			default:
				return (called.getReturnType() == Enumeration.class) ? Collections.emptyEnumeration() : known(called);
		}
	}

	/** What has no value is not there; a number or a truth then ends the question. */
	private @Nullable Object known(Method called) {
		Object value = this.values.get(called.getName());
		if (value == null && called.getReturnType().isPrimitive() && called.getReturnType() != void.class) {
			throw new UnsupportedOperationException(called.getName());
		}
		return value;
	}

	@Override
	public String getMatchValue() {
		return "";
	}

	@Override
	public String getPattern() {
		return "/";
	}

	@Override
	public String getServletName() {
		return "dispatcherServlet";
	}

	@Override
	public MappingMatch getMappingMatch() {
		return MappingMatch.DEFAULT;
	}

}
