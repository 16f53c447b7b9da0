package io.github.redisqueue.samples.benchmark.bare;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.lettuce.core.Consumer;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;

/**
 * Commands that resemble the {@code stream} algorithm: a stream and a consumer group.
 */
final class BareStream implements BareQueue {

	private static final byte[] STREAM = BareLettuce.key("stream");

	private static final byte[] GROUP = bytes("workers");

	private static final byte[] ID = bytes("id");

	private static final byte[] DATA = bytes("data");

	private final BareLettuce lettuce;

	BareStream(BareLettuce lettuce) {
		this.lettuce = lettuce;
	}

	@Override
	public void prepare() {
		this.lettuce.trip(this.lettuce.commands()
			.xgroupCreate(StreamOffset.from(STREAM, "0"), GROUP, XGroupCreateArgs.Builder.mkstream()));
	}

	@Override
	public void add(Map<byte[], byte[]> jobs) {
		RedisFuture<String> last = null;
		for (Map.Entry<byte[], byte[]> job : jobs.entrySet()) {
			Map<byte[], byte[]> entry = new LinkedHashMap<>();
			entry.put(ID, job.getKey());
			entry.put(DATA, job.getValue());
			last = this.lettuce.commands().xadd(STREAM, entry);
		}
		if (last != null) {
			this.lettuce.trip(last);
		}
	}

	@Override
	@SuppressWarnings("unchecked")
	public int takeAndComplete() {
		List<StreamMessage<byte[], byte[]>> taken = this.lettuce.trip(this.lettuce.commands()
			.xreadgroup(Consumer.from(GROUP, GROUP), XReadArgs.Builder.count(BareLoop.BATCH),
					StreamOffset.lastConsumed(STREAM)));
		if (!taken.isEmpty()) {
			String[] entries = taken.stream().map(StreamMessage::getId).toArray(String[]::new);
			this.lettuce.commands().xack(STREAM, GROUP, entries);
			this.lettuce.trip(this.lettuce.commands().xdel(STREAM, entries));
		}
		return taken.size();
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
