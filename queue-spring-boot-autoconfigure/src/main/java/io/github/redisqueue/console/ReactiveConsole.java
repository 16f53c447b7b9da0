package io.github.redisqueue.console;

import java.net.URI;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.redisqueue.thread.DaemonThreads;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;

/**
 * The console in an application with Spring WebFlux. It waits for Redis on threads of its
 * own, never on an event loop. Thread-safe.
 */
public final class ReactiveConsole implements WebHandler {

	/** More than may wait for Redis at a time: others get files, or are refused. */
	private static final int THREADS = 20;

	private final QueueConsole console;

	/** Not those on which the application may block. */
	private final Scheduler threads = Schedulers
		.fromExecutorService(new DaemonThreads("queue-console-request-", THREADS));

	/**
	 * Creates an instance.
	 * @param console serves the requests
	 */
	public ReactiveConsole(QueueConsole console) {
		this.console = console;
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange) {
		return Mono.zip(principal(exchange), body(exchange))
			.publishOn(this.threads)
			.map((parts) -> this.console
				.handle(new Request(this.console.path(), exchange, parts.getT1().orElse(null), parts.getT2())))
			.flatMap((answer) -> write(exchange.getResponse(), answer));
	}

	private static Mono<Optional<Principal>> principal(ServerWebExchange exchange) {
		return exchange.getPrincipal().map(Optional::of).defaultIfEmpty(Optional.empty());
	}

	private static Mono<byte[]> body(ServerWebExchange exchange) {
		return DataBufferUtils.join(exchange.getRequest().getBody(), ConsoleRequest.MAX_BODY).map((buffer) -> {
			byte[] bytes = new byte[buffer.readableByteCount()];
			buffer.read(bytes);
			DataBufferUtils.release(buffer);
			return bytes;
		})
			.defaultIfEmpty(new byte[0])
			.onErrorReturn(DataBufferLimitException.class, new byte[ConsoleRequest.MAX_BODY + 1]);
	}

	private static Mono<Void> write(ServerHttpResponse response, ConsoleResponse answer) {
		response.setStatusCode(HttpStatusCode.valueOf(answer.status()));
		answer.headers().forEach(response.getHeaders()::set);
		return response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(answer.body())));
	}

	/**
	 * A request of an exchange.
	 *
	 * @param console the path of the console
	 * @param exchange the exchange
	 * @param principal who sends it
	 * @param body the body
	 */
	private record Request(String console, ServerWebExchange exchange, @Nullable Principal principal,
			byte[] body) implements ConsoleRequest {

		@Override
		public String method() {
			return this.exchange.getRequest().getMethod().name();
		}

		@Override
		public List<String> path() {
			return ConsoleRequest.below(this.console, this.exchange.getRequest().getPath().pathWithinApplication());
		}

		@Override
		public @Nullable String parameter(String name) {
			return this.exchange.getRequest().getQueryParams().getFirst(name);
		}

		@Override
		public @Nullable String header(String name) {
			return this.exchange.getRequest().getHeaders().getFirst(name);
		}

		@Override
		public String host() {
			URI uri = this.exchange.getRequest().getURI();
			return uri.getAuthority();
		}

		@Override
		public SecurityContext caller() {
			return Callers.of(this.principal, Callers.rolesOf(this.principal));
		}

		@Override
		public @Nullable CsrfToken csrf() {
			return Callers.SECURITY ? Secured.csrf(this.exchange) : null;
		}

	}

	/**
	 * A class of its own, since its types may be absent.
	 */
	private static final class Secured {

		private static final Duration TIMEOUT = Duration.ofSeconds(10);

		static ConsoleRequest.@Nullable CsrfToken csrf(ServerWebExchange exchange) {
			Mono<org.springframework.security.web.server.csrf.CsrfToken> token = exchange
				.getAttribute(org.springframework.security.web.server.csrf.CsrfToken.class.getName());
			return (token == null) ? null
					: token.map((known) -> new ConsoleRequest.CsrfToken(known.getHeaderName(), known.getToken()))
						.block(TIMEOUT);
		}

	}

}
