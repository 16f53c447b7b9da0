package io.github.redisqueue.samples.benchmark.load;

import java.nio.ByteBuffer;
import java.util.List;

import io.github.redisqueue.QueueType;
import org.jspecify.annotations.Nullable;

/**
 * Single jobs go from one thread to another with a bell. Bulk goes with the loop that
 * resembles a type, 100 jobs per round trip.
 */
final class BareContender implements Contender {

	private final BareBell bell;

	private final BareLettuce lettuce;

	private final BareLoop loop;

	private final Handling handling = new Handling();

	private final List<byte[]> payloads;

	private int inLoop;

	private @Nullable Thread receiver;

	private volatile boolean running;

	BareContender(QueueType type, Plan plan) {
		this.bell = new BareBell(plan.redis());
		this.lettuce = new BareLettuce(plan.redis());
		this.loop = BareLoop.of(type, this.lettuce);
		this.payloads = new Payloads(plan.load().payloadSize()).unread();
	}

	@Override
	public void expect(Work work) {
		this.handling.expect(work);
	}

	@Override
	public void send(int number) {
		long now = System.nanoTime();
		byte[] payload = this.payloads.get(number % this.payloads.size()).clone();
		ByteBuffer.wrap(payload).putInt(number).putLong(now);
		this.bell.send(payload);
	}

	@Override
	public void sendAll(int first, int jobs) {
		this.loop.fill(jobs, this.payloads);
		this.inLoop = jobs;
	}

	@Override
	public void listen() {
		this.running = true;
		this.receiver = new Thread((this.inLoop > 0) ? this::drain : this::receive, "bare-receiver");
		this.receiver.start();
	}

	private void drain() {
		int drained = this.loop.drain();
		if (drained != this.inLoop) {
			throw new IllegalStateException("The bare loop drained " + drained + " jobs of " + this.inLoop
					+ ": another client may use the keys of the benchmark");
		}
		this.inLoop = 0;
		for (int number = 0; number < drained; number++) {
			handle(number, System.nanoTime());
		}
	}

	private void receive() {
		while (this.running) {
			this.bell.receive((payload) -> {
				ByteBuffer bytes = ByteBuffer.wrap(payload);
				handle(bytes.getInt(), bytes.getLong());
			});
		}
	}

	private void handle(int number, long sent) {
		try {
			this.handling.handle(number, sent);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void rest() throws InterruptedException {
		this.running = false;
		if (this.receiver != null) {
			this.receiver.join();
		}
	}

	@Override
	public void close() {
		this.running = false;
		this.bell.close();
		this.lettuce.close();
	}

}
