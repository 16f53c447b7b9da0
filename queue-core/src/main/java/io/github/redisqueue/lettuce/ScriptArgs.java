package io.github.redisqueue.lettuce;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;

/**
 * The script, keys and arguments of a call, as they are sent. Lettuce would make some
 * objects of each of them, which for a plain job are a fifth of all that it allocates.
 */
final class ScriptArgs extends CommandArgs<byte[], byte[]> {

	private static final int LINE_END = '\r' << Byte.SIZE | '\n';

	/** The SHA-1 of the script, or its source. */
	private final byte[] script;

	private final int keys;

	/** The keys, at least one, then the arguments. */
	private final byte[][] parts;

	ScriptArgs(byte[] script, int keys, byte[][] parts) {
		super(ByteArrayCodec.INSTANCE);
		this.script = script;
		this.keys = keys;
		this.parts = parts;
	}

	@Override
	public int count() {
		return this.parts.length + 2;
	}

	/** Decides about the node of a Redis Cluster. */
	@Override
	public ByteBuffer getFirstEncodedKey() {
		return ByteBuffer.wrap(this.parts[0]);
	}

	@Override
	public void encode(ByteBuf out) {
		write(out, this.script);
		write(out, (this.keys < 10) ? new byte[] { (byte) ('0' + this.keys) }
				: Integer.toString(this.keys).getBytes(StandardCharsets.US_ASCII));
		for (byte[] part : this.parts) {
			write(out, part);
		}
	}

	private static void write(ByteBuf out, byte[] part) {
		out.writeByte('$');
		writeDigits(out, part.length);
		out.writeShort(LINE_END).writeBytes(part).writeShort(LINE_END);
	}

	private static void writeDigits(ByteBuf out, int number) {
		if (number > 9) {
			writeDigits(out, number / 10);
		}
		out.writeByte('0' + number % 10);
	}

}
