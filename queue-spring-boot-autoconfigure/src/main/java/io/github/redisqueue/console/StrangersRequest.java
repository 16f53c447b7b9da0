package io.github.redisqueue.console;

import java.net.URI;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.DefaultServerWebExchange;
import org.springframework.web.server.i18n.AcceptHeaderLocaleContextResolver;
import org.springframework.web.server.session.DefaultWebSessionManager;

/**
 * A request without credentials, which comes over no connection, and whose response goes
 * nowhere.
 */
final class StrangersRequest extends AbstractServerHttpRequest {

	private StrangersRequest(URI uri, String basePath) {
		super(HttpMethod.GET, uri, basePath, new HttpHeaders());
	}

	static ServerWebExchange get(URI uri, String basePath) {
		return new DefaultServerWebExchange(new StrangersRequest(uri, basePath), new NoResponse(),
				new DefaultWebSessionManager(), ServerCodecConfigurer.create(),
				new AcceptHeaderLocaleContextResolver());
	}

	@Override
	protected MultiValueMap<String, HttpCookie> initCookies() {
		return new LinkedMultiValueMap<>();
	}

	@Override
	protected @Nullable SslInfo initSslInfo() {
		return null;
	}

	@Override
	public <T> T getNativeRequest() {
		throw new IllegalStateException("There is no native request");
	}

	@Override
	public Flux<DataBuffer> getBody() {
		return Flux.empty();
	}

	/**
	 * A response that nobody gets.
	 */
	private static final class NoResponse extends AbstractServerHttpResponse {

		NoResponse() {
			super(DefaultDataBufferFactory.sharedInstance);
		}

		@Override
		public <T> T getNativeResponse() {
			throw new IllegalStateException("There is no native response");
		}

		@Override
		protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> body) {
			return Mono.empty();
		}

		@Override
		protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> body) {
			return Mono.empty();
		}

		@Override
		protected void applyStatusCode() {
		}

		@Override
		protected void applyHeaders() {
		}

		@Override
		protected void applyCookies() {
		}

	}

}
