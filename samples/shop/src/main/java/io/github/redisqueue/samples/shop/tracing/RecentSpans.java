package io.github.redisqueue.samples.shop.tracing;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;

import org.springframework.stereotype.Component;

/**
 * Keeps the newest spans in memory.
 */
@Component
class RecentSpans implements SpanExporter {

	private static final int MAX_SPANS = 1000;

	private final ConcurrentLinkedDeque<SpanData> spans = new ConcurrentLinkedDeque<>();

	/** The spans of a trace, in the order in which they began. */
	List<SpanData> ofTrace(String traceId) {
		return this.spans.stream()
			.filter((span) -> span.getTraceId().equals(traceId))
			.sorted(Comparator.comparingLong(SpanData::getStartEpochNanos))
			.toList();
	}

	@Override
	public CompletableResultCode export(Collection<SpanData> finished) {
		this.spans.addAll(finished);
		while (this.spans.size() > MAX_SPANS) {
			this.spans.poll();
		}
		return CompletableResultCode.ofSuccess();
	}

	@Override
	public CompletableResultCode flush() {
		return CompletableResultCode.ofSuccess();
	}

	@Override
	public CompletableResultCode shutdown() {
		return CompletableResultCode.ofSuccess();
	}

}
