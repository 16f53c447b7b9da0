package io.github.redisqueue.samples.benchmark.contender;

import java.nio.ByteBuffer;
import java.util.List;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.bare.BareBell;
import io.github.redisqueue.samples.benchmark.bare.BareLettuce;
import io.github.redisqueue.samples.benchmark.bare.BareLoop;
import io.github.redisqueue.samples.benchmark.load.Handling;
import io.github.redisqueue.samples.benchmark.load.Payloads;
import io.github.redisqueue.samples.benchmark.load.Work;
import org.jspecify.annotations.Nullable;

/**
 * Single jobs go from one thread to another with a bell. Bulk goes with the loop that
 * resembles {@code lease}, 100 jobs per round trip.
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

	BareContender(Setup setup) {
		this.bell = new BareBell(setup.redis(), setup.trips());
		this.lettuce = new BareLettuce(setup.redis(), setup.trips());
		this.loop = new BareLoop(QueueType.LEASE, this.lettuce);
		this.payloads = Payloads.bytes(setup.load().payloads().size());
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
		this.receiver = new Thread(this::receive, "bare-receiver");
		this.receiver.start();
	}

	private void receive() {
		if (this.inLoop > 0) {
			int drained = this.loop.drain();
			for (int number = 0; number < drained; number++) {
				handle(number, System.nanoTime());
			}
			this.inLoop = 0;
		}
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
