package io.github.redisqueue.samples.benchmark.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.process.Program;

/**
 * All kinds of queues that can be measured in processes of their own.
 */
public final class Kinds {

	private Kinds() {
	}

	public static Kind ours(QueueType type, List<String> options) {
		return new Ours(type, LoadApplication.text(type), options);
	}

	/** A type of queues in the version that the program has. */
	public static Kind version(String type, String name, Program program) {
		return new Version(type, name, program);
	}

	public static Kind bare(String name) {
		return new Bare(name, true);
	}

	/** Many threads may send, and nothing rings. */
	public static Kind push(String name) {
		return new Bare(name, false);
	}

	/** The queues of other projects, none if the benchmark was built without them. */
	public static List<Kind> peers() {
		return ServiceLoader.load(Kind.class).stream().map(ServiceLoader.Provider::get).toList();
	}

	static Kind named(String id) {
		if (id.startsWith(Version.ID)) {
			// Before all that earlier versions may lack.
			return version(id.substring(Version.ID.length()), "", Program.current());
		}
		Stream<Kind> ours = Stream.of(QueueType.values()).map((type) -> ours(type, List.of()));
		return Stream.of(ours, Stream.of(bare(""), push("")), peers().stream())
			.flatMap((kinds) -> kinds)
			.filter((kind) -> kind.id().equals(id))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no kind of queue '" + id + "'"));
	}

	private record Ours(QueueType type, String name, List<String> options) implements Kind {

		@Override
		public String id() {
			return LoadApplication.text(this.type);
		}

		@Override
		public String promise() {
			return "at least once, fenced; retries, limits for failures and for crashes, dead letters";
		}

		@Override
		public List<String> command(Path directory) {
			return Program.current().command(InstanceProcess.class, this.options);
		}

		@Override
		public Contender open(Plan plan, Handling handling) {
			return LoadApplication.start(this.type, plan, Map.of(), handling);
		}

	}

	private record Version(String type, String name, Program program) implements Kind {

		private static final String ID = "version ";

		@Override
		public String id() {
			return ID + this.type;
		}

		@Override
		public List<String> command(Path directory) {
			return this.program.command(InstanceProcess.class, List.of());
		}

		@Override
		public Contender open(Plan plan, Handling handling) {
			return new VersionContender(this.type, plan, handling);
		}

	}

	private record Bare(String name, boolean rings) implements Kind {

		@Override
		public String id() {
			return this.rings ? "bare" : "push";
		}

		@Override
		public String promise() {
			return "nothing: a job that is taken is never completed, retried or found again";
		}

		@Override
		public Contender open(Plan plan, Handling handling) {
			return new BareContender(plan, handling, this.rings);
		}

	}

}
