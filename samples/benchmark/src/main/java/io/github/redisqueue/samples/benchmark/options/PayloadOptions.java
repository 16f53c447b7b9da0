package io.github.redisqueue.samples.benchmark.options;

import picocli.CommandLine;
import picocli.CommandLine.Option;

import org.springframework.util.unit.DataSize;

/**
 * Options for the payloads and the ids of jobs.
 */
public final class PayloadOptions implements Limited {

	@Option(names = "--payload-size", paramLabel = "SIZE", defaultValue = "200B", converter = DataSizeConverter.class,
			description = "size of a payload in Redis (default: ${DEFAULT-VALUE})")
	private DataSize size = DataSize.ofBytes(0);

	@Option(names = "--payload", paramLabel = "KIND", defaultValue = "json",
			description = "json: a record that the template serializes; bytes: a byte[] (default: ${DEFAULT-VALUE})")
	private PayloadKind kind = PayloadKind.JSON;

	@Option(names = "--ids", paramLabel = "KIND", defaultValue = "generated",
			description = "generated: the template generates the ids; uuid, number: the sender generates them, and Redis "
					+ "checks whether they are new (default: ${DEFAULT-VALUE})")
	private IdKind ids = IdKind.GENERATED;

	/**
	 * Reads options outside of a command line.
	 * @param kind the kind
	 * @param size the size in bytes
	 * @param ids the kind of the ids
	 * @return the options
	 */
	public static PayloadOptions of(String kind, String size, String ids) {
		PayloadOptions options = new PayloadOptions();
		new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true)
			.parseArgs("--payload=" + kind, "--payload-size=" + size, "--ids=" + ids);
		return options;
	}

	public int size() {
		return (int) this.size.toBytes();
	}

	public PayloadKind kind() {
		return this.kind;
	}

	public IdKind ids() {
		return this.ids;
	}

	@Override
	public void check(Limits limits) {
		limits.number("--payload-size", this.size.toBytes(), 100, 1_000_000);
	}

}
