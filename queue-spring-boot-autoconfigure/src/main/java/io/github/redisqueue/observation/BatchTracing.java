package io.github.redisqueue.observation;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;

/**
 * Makes a span of each call of a handler with several jobs. It belongs to a trace of its
 * own, and links to the spans of the jobs, each of which belongs to the trace of its
 * sender.
 */
public final class BatchTracing extends DefaultTracingObservationHandler {

	/**
	 * Creates a handler of observations.
	 * @param tracer makes the spans
	 */
	public BatchTracing(Tracer tracer) {
		super(tracer);
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof QueueObservations.BatchContext;
	}

	@Override
	public void onStart(Observation.Context context) {
		Span.Builder span = getTracer().spanBuilder().setNoParent().kind(Span.Kind.CONSUMER);
		for (JobHandleContext job : ((QueueObservations.BatchContext) context).jobs) {
			TracingContext tracing = job.get(TracingContext.class);
			if (tracing != null && tracing.getSpan() != null) {
				span.addLink(new Link(tracing.getSpan()));
			}
		}
		getTracingContext(context).setSpan(span.start());
	}

}
