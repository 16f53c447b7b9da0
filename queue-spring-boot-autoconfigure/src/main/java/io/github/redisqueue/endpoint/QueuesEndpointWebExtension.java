package io.github.redisqueue.endpoint;

import java.security.Principal;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * The {@link QueuesEndpoint} over HTTP, with Spring MVC and Spring WebFlux. A request
 * that is refused has a response with the property {@code error}, which tells why. Values
 * are taken as text, so that this endpoint says what is allowed for them. An id is a
 * parameter, as not every id can stand in a path. Thread-safe.
 */
@EndpointWebExtension(endpoint = QueuesEndpoint.class)
public final class QueuesEndpointWebExtension {

	private static final String DEAD_LETTERS = "dead-letters";

	private static final String JOBS = "jobs";

	/** What goes on for as long as there is something to do, up to a limit. */
	private static final Set<String> LENGTHY = Set.of("clean", "audit", "repair", "redrive", "purge");

	private final QueuesEndpoint endpoint;

	private final Show showValues;

	private final Set<String> roles;

	private final Admission admission = new Admission();

	/**
	 * Creates an extension.
	 * @param endpoint the endpoint
	 * @param showValues when to show the payloads and headers of dead letters
	 * @param roles the roles of those to whom they are shown when authorized; none means
	 * everybody who is authenticated
	 */
	public QueuesEndpointWebExtension(QueuesEndpoint endpoint, Show showValues, Set<String> roles) {
		this.endpoint = endpoint;
		this.showValues = showValues;
		this.roles = Set.copyOf(roles);
	}

	/**
	 * All queues.
	 * @return the queues
	 */
	@ReadOperation
	public WebEndpointResponse<Map<String, Object>> queues() {
		return respond(this.endpoint::queues);
	}

	/**
	 * One queue.
	 * @param queue the name of the queue
	 * @return the queue, 404 if there is none
	 */
	@ReadOperation
	public WebEndpointResponse<Map<String, Object>> queue(@Selector String queue) {
		return respond(() -> this.endpoint.queue(queue));
	}

	/**
	 * {@code GET {queue}/jobs} and {@code GET {queue}/dead-letters}: the jobs of a queue
	 * in one state, its dead letters, or one of them.
	 * @param context who asks
	 * @param queue the name of the queue
	 * @param section {@code jobs} or {@code dead-letters}
	 * @param id the id of a single one; the other parameters are for pages
	 * @param count how many to show at most, 1 to 500, 50 by default
	 * @param state of jobs: their state, {@code ready} by default
	 * @param cursor of jobs: where the page begins, {@code nextCursor} of the page before
	 * @param offset of dead letters: how many of the newest to skip, 0 by default
	 * @param reason of dead letters: the reason of the burial
	 * @param exception of dead letters: the class name of the exception, or {@code none}
	 * @param text of dead letters: a text in the class name or the message of the
	 * exception
	 * @return the jobs or dead letters
	 */
	@ReadOperation
	public WebEndpointResponse<Map<String, Object>> list(SecurityContext context, @Selector String queue,
			@Selector String section, @Nullable String id, @Nullable String count, @Nullable String state,
			@Nullable String cursor, @Nullable String offset, @Nullable String reason, @Nullable String exception,
			@Nullable String text) {
		if (id != null) {
			return one(context, queue, section, id);
		}
		return respond(() -> switch (section) {
			case JOBS -> this.endpoint.jobs().page(queue, state, cursor, count);
			case DEAD_LETTERS -> this.endpoint.deadLetters()
				.page(queue, offset, count, new DeadLetterReader.Filter(reason, exception, text));
			default -> throw unknown(section, "dead-letters and jobs");
		});
	}

	private WebEndpointResponse<Map<String, Object>> one(SecurityContext context, String queue, String section,
			String id) {
		boolean show = this.showValues.isShown(context, this.roles);
		return respond(() -> switch (section) {
			case JOBS -> this.endpoint.jobs().one(queue, id, show);
			case DEAD_LETTERS -> this.endpoint.deadLetters().one(queue, id, show);
			default -> throw unknown(section, "dead-letters and jobs");
		});
	}

	/**
	 * {@code POST {queue}/{action}}: changes a queue.
	 * @param context who asks
	 * @param queue the name of the queue
	 * @param action {@code pause}, {@code resume}, {@code clean}, {@code audit},
	 * {@code repair}, {@code redrive}, {@code purge}; or {@code dead-letters} to redrive
	 * the one with the id, or {@code jobs} to reschedule the one with the id
	 * @param id the id of a job
	 * @param depth of {@code clean}: {@code light} or {@code deep}
	 * @param dryRun of {@code repair}: {@code true} to change nothing
	 * @param limit of {@code audit} and {@code repair}: for how long to go on
	 * @param rate of {@code redrive}: how many per second
	 * @param reason of {@code redrive}: the reason of the burial of those to put back
	 * @param exception of {@code redrive}: the class name of their exceptions, or
	 * {@code none}
	 * @param text of {@code redrive}: a text in the class name or the message of their
	 * exceptions
	 * @param payload of {@code dead-letters}: the new payload, as text
	 * @param payloadBase64 of {@code dead-letters}: the new payload, as Base64
	 * @param delay of {@code jobs}: after which time the job becomes ready
	 * @param readyAt of {@code jobs}: when the job becomes ready
	 * @return what was changed
	 */
	@WriteOperation
	public WebEndpointResponse<Map<String, Object>> act(SecurityContext context, @Selector String queue,
			@Selector String action, @Nullable String id, @Nullable String depth, @Nullable String dryRun,
			@Nullable String limit, @Nullable String rate, @Nullable String reason, @Nullable String exception,
			@Nullable String text, @Nullable String payload, @Nullable String payloadBase64, @Nullable String delay,
			@Nullable String readyAt) {
		String principal = principal(context);
		QueueWriter writer = this.endpoint.writer();
		Supplier<Map<String, Object>> change = () -> switch (action) {
			case DEAD_LETTERS -> writer.redrive(principal, queue, Values.id(id), Payloads.read(payload, payloadBase64));
			case JOBS -> writer.reschedule(principal, queue, Values.id(id), delay, readyAt);
			case "pause" -> writer.pause(principal, ofAll(queue, id));
			case "resume" -> writer.resume(principal, ofAll(queue, id));
			case "clean" -> writer.clean(principal, ofAll(queue, id), depth);
			case "audit" -> writer.audit(principal, ofAll(queue, id), limit);
			case "repair" -> writer.repair(principal, ofAll(queue, id), dryRun, limit);
			case "redrive" -> writer.redriveAll(principal, ofAll(queue, id),
					new DeadLetterReader.Filter(reason, exception, text), rate);
			case "purge" -> writer.purgeAll(principal, ofAll(queue, id));
			default ->
				throw unknown(action, "pause, resume, clean, audit, repair, redrive, purge, dead-letters and jobs");
		};
		return LENGTHY.contains(action) ? this.admission.lengthy(() -> served(change)) : respond(change);
	}

	/**
	 * {@code DELETE {queue}/dead-letters} and {@code DELETE {queue}/jobs}: purges a dead
	 * letter, or cancels a job.
	 * @param context who asks
	 * @param queue the name of the queue
	 * @param section {@code dead-letters} or {@code jobs}
	 * @param id the id of the job
	 * @return what was changed
	 */
	@DeleteOperation
	public WebEndpointResponse<Map<String, Object>> remove(SecurityContext context, @Selector String queue,
			@Selector String section, @Nullable String id) {
		QueueWriter writer = this.endpoint.writer();
		return respond(() -> switch (section) {
			case DEAD_LETTERS -> writer.purge(principal(context), queue, Values.id(id));
			case JOBS -> writer.cancel(principal(context), queue, Values.id(id));
			default -> throw unknown(section, "dead-letters and jobs");
		});
	}

	/**
	 * The newest dead letters of a queue, grouped by their exceptions. Not an operation
	 * of the endpoint, but of the console.
	 * @param queue the name of the queue
	 * @return the groups, the largest first
	 */
	public WebEndpointResponse<Map<String, Object>> deadLetterGroups(String queue) {
		return respond(() -> this.endpoint.deadLetters().groups(queue));
	}

	private static String principal(SecurityContext context) {
		Principal principal = context.getPrincipal();
		return (principal != null) ? principal.getName() : QueueWriter.ANONYMOUS;
	}

	/** Whoever names a job does not mean all of them. */
	private static String ofAll(String queue, @Nullable String id) {
		if (id != null) {
			throw RefusedRequestException.invalid("This request is for the whole queue, and takes no 'id'. For a"
					+ " single one, see POST .../{queue}/dead-letters and DELETE .../{queue}/dead-letters");
		}
		return queue;
	}

	private static RefusedRequestException unknown(String given, String known) {
		return RefusedRequestException.unknown("'" + LogText.shortened(given) + "' is not known here. Known: " + known);
	}

	private WebEndpointResponse<Map<String, Object>> respond(Supplier<Map<String, Object>> action) {
		return this.admission.brief(() -> served(action));
	}

	private static WebEndpointResponse<Map<String, Object>> served(Supplier<Map<String, Object>> action) {
		try {
			return new WebEndpointResponse<>(action.get());
		}
		catch (RefusedRequestException ex) {
			return new WebEndpointResponse<>(Map.of("error", String.valueOf(ex.getMessage())), ex.status());
		}
	}

}
