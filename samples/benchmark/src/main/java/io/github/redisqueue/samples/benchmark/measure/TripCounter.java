package io.github.redisqueue.samples.benchmark.measure;

import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/**
 * Counts the commands and round trips of Lettuce on all connections that use this
 * customizer. Thread-safe.
 */
public final class TripCounter implements NettyCustomizer {

	private final LongAdder commands = new LongAdder();

	private final LongAdder trips = new LongAdder();

	private final CountingHandler handler = new CountingHandler();

	@Override
	public void afterChannelInitialized(Channel channel) {
		channel.pipeline().addLast(this.handler);
	}

	/**
	 * The number of commands sent.
	 * @return the number of commands
	 */
	public long commands() {
		return this.commands.sum();
	}

	/**
	 * The number of times that one command or a pipeline of commands was sent.
	 * @return the number of round trips
	 */
	public long trips() {
		return this.trips.sum();
	}

	@Sharable
	private final class CountingHandler extends ChannelDuplexHandler {

		@Override
		public void write(ChannelHandlerContext context, Object sent, ChannelPromise promise) throws Exception {
			TripCounter.this.commands.add((sent instanceof Collection<?> pipeline) ? pipeline.size() : 1);
			super.write(context, sent, promise);
		}

		@Override
		public void flush(ChannelHandlerContext context) throws Exception {
			TripCounter.this.trips.increment();
			super.flush(context);
		}

	}

}
