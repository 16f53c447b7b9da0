package io.github.redisqueue.console;

import java.security.Principal;
import java.time.Duration;
import java.util.Map;

import io.github.redisqueue.thread.DaemonThreads;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.ResolvableType;
import org.springframework.core.codec.ByteArrayDecoder;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;

/**
 * The console in an application with Spring WebFlux. It waits for Redis on threads of its
 * own, never on an event loop. Thread-safe.
 */
public final class ReactiveConsole implements WebHandler {

	/** More than may wait for Redis at a time: others get files, or are refused. */
	private static final int THREADS = 20;

	private static final ByteArrayDecoder DECODER = new ByteArrayDecoder();

	private final QueueConsole console;

	/** Not those on which the application may block. */
	private final Scheduler threads = Schedulers
		.fromExecutorService(new DaemonThreads("queue-console-request-", THREADS));

	public ReactiveConsole(QueueConsole console) {
		this.console = console;
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange) {
		return Mono.zip(exchange.getPrincipal().singleOptional(), body(exchange))
			.publishOn(this.threads)
			.map((parts) -> this.console.handle(request(exchange, parts.getT1().orElse(null), parts.getT2())))
			.flatMap((answer) -> write(exchange.getResponse(), answer));
	}

	private ConsoleRequest request(ServerWebExchange exchange, @Nullable Principal principal, byte[] body) {
		ServerHttpRequest request = exchange.getRequest();
		return new ConsoleRequest(request,
				ConsoleRequest.below(this.console.path(), request.getPath().pathWithinApplication()),
				(name) -> request.getQueryParams().getFirst(name), () -> body,
				ConsoleRequest.caller(principal, (role) -> ConsoleRequest.SECURITY && Secured.has(principal, role)),
				() -> ConsoleRequest.SECURITY ? Secured.csrf(exchange) : null);
	}

	/** For a body that is too long, as many bytes as are refused. */
	private static Mono<byte[]> body(ServerWebExchange exchange) {
		return DataBufferUtils.join(exchange.getRequest().getBody(), ConsoleRequest.MAX_BODY)
			.map((buffer) -> DECODER.decode(buffer, ResolvableType.NONE, null, null))
			.defaultIfEmpty(new byte[0])
			.onErrorReturn(DataBufferLimitException.class, new byte[ConsoleRequest.MAX_BODY + 1]);
	}

	private static Mono<Void> write(ServerHttpResponse response, ResponseEntity<byte[]> answer) {
		response.setStatusCode(answer.getStatusCode());
		response.getHeaders().putAll(answer.getHeaders());
		return response.writeWith(Mono.justOrEmpty(answer.getBody()).map(response.bufferFactory()::wrap));
	}

	/** A class of its own, since its types may be absent. */
	private static final class Secured {

		private static final Duration TIMEOUT = Duration.ofSeconds(10);

		/** Whether Spring Security has given a role to the principal. */
		static boolean has(@Nullable Principal principal, String role) {
			return principal instanceof Authentication authentication && authentication.getAuthorities()
				.stream()
				.anyMatch((authority) -> ("ROLE_" + role).equals(authority.getAuthority()));
		}

		static @Nullable Map<String, String> csrf(ServerWebExchange exchange) {
			Mono<CsrfToken> token = exchange.getAttribute(CsrfToken.class.getName());
			return (token == null) ? null
					: token.map((known) -> Map.of("header", known.getHeaderName(), "token", known.getToken()))
						.block(TIMEOUT);
		}

	}

}
