package io.github.redisqueue.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.Schedule;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Lets Jackson write jobs, leases, counts and schedules, and so dead letters, which
 * contain jobs. A payload is written as text in the property {@code payload} if it is
 * valid UTF-8, and otherwise in the property {@code payloadBase64}. Nothing can be read
 * from that JSON. Spring Boot adds the module to the mapper of the application.
 */
@SuppressWarnings("serial")
public final class QueueModule extends SimpleModule {

	/**
	 * Creates the module.
	 */
	public QueueModule() {
		super("redis-queue");
		addSerializer(Job.class, new JobSerializer());
		addSerializer(Lease.class, new LeaseSerializer());
		addSerializer(QueueCounts.class, new CountsSerializer());
		addSerializer(Schedule.class, new ScheduleSerializer());
	}

	private static void writePayload(byte[] payload, JsonGenerator json) {
		try {
			String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString();
			json.writeStringProperty("payload", text);
		}
		catch (CharacterCodingException ex) {
			json.writeBinaryProperty("payloadBase64", payload);
		}
	}

	private static final class JobSerializer extends StdSerializer<Job> {

		JobSerializer() {
			super(Job.class);
		}

		@Override
		public void serialize(Job job, JsonGenerator json, SerializationContext context) {
			json.writeStartObject(job);
			json.writeStringProperty("id", job.id());
			writePayload(job.payload(), json);
			if (job.group() != null) {
				json.writeStringProperty("group", job.group());
			}
			context.defaultSerializeProperty("headers", new TreeMap<>(job.headers()), json);
			if (job.delay() != null) {
				context.defaultSerializeProperty("delay", job.delay(), json);
			}
			if (job.readyAt() != null) {
				context.defaultSerializeProperty("readyAt", job.readyAt(), json);
			}
			json.writeEndObject();
		}

	}

	private static final class LeaseSerializer extends StdSerializer<Lease> {

		LeaseSerializer() {
			super(Lease.class);
		}

		@Override
		public void serialize(Lease lease, JsonGenerator json, SerializationContext context) {
			json.writeStartObject(lease);
			json.writeStringProperty("queue", lease.queue());
			context.defaultSerializeProperty("job", lease.job(), json);
			json.writeNumberProperty("attempt", lease.attempt());
			json.writeNumberProperty("failures", lease.failures());
			json.writeNumberProperty("crashes", lease.crashes());
			json.writeNumberProperty("token", lease.token());
			context.defaultSerializeProperty("remaining", lease.remaining(), json);
			json.writeBooleanProperty("lost", lease.isLost());
			json.writeEndObject();
		}

	}

	private static final class CountsSerializer extends StdSerializer<QueueCounts> {

		CountsSerializer() {
			super(QueueCounts.class);
		}

		@Override
		public void serialize(QueueCounts counts, JsonGenerator json, SerializationContext context) {
			json.writeStartObject(counts);
			json.writeNumberProperty("ready", counts.ready());
			json.writeNumberProperty("delayed", counts.delayed());
			json.writeNumberProperty("waiting", counts.waiting());
			json.writeNumberProperty("leased", counts.leased());
			json.writeNumberProperty("dead", counts.dead());
			context.defaultSerializeProperty("oldestAge", counts.oldestAge(), json);
			json.writeBooleanProperty("paused", counts.paused());
			context.defaultSerializeProperty("obstacles", counts.obstacles(), json);
			json.writeEndObject();
		}

	}

	private static final class ScheduleSerializer extends StdSerializer<Schedule> {

		ScheduleSerializer() {
			super(Schedule.class);
		}

		@Override
		public void serialize(Schedule schedule, JsonGenerator json, SerializationContext context) {
			json.writeStartObject(schedule);
			json.writeStringProperty("id", schedule.id());
			if (schedule.period() != null) {
				context.defaultSerializeProperty("every", schedule.period(), json);
			}
			else {
				json.writeStringProperty("cron", schedule.expression());
				json.writeStringProperty("zone", schedule.zone().getId());
			}
			writePayload(schedule.payload(), json);
			context.defaultSerializeProperty("headers", new TreeMap<>(schedule.headers()), json);
			context.defaultSerializeProperty("overlap", schedule.overlap(), json);
			context.defaultSerializeProperty("catchUp", schedule.catchUp(), json);
			context.defaultSerializeProperty("grace", schedule.grace(), json);
			json.writeEndObject();
		}

	}

}
