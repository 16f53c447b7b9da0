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
		return new Ours(type, LoadApplication.text(type), Program.current(), options);
	}

	public static Kind previous(QueueType type, Path jar) {
		return new Ours(type, LoadApplication.text(type) + ", previous", Program.previous(jar), List.of());
	}

	public static Kind bare(QueueType type, String name) {
		return new Bare(type, name);
	}

	/** The queues of other projects, none if the benchmark was built without them. */
	public static List<Kind> peers() {
		return ServiceLoader.load(Kind.class).stream().map(ServiceLoader.Provider::get).toList();
	}

	static Kind named(String id) {
		Stream<Kind> ours = Stream.of(QueueType.values())
			.flatMap((type) -> Stream.of(ours(type, List.of()), bare(type, "")));
		return Stream.concat(ours, peers().stream())
			.filter((kind) -> kind.id().equals(id))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no kind of queue '" + id + "'"));
	}

	private record Ours(QueueType type, String name, Program program, List<String> options) implements Kind {

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
			return this.program.command(InstanceProcess.class, this.options);
		}

		@Override
		public Contender open(Plan plan, Handling handling) {
			return LoadApplication.start(this.type, plan, Map.of(), handling);
		}

	}

	private record Bare(QueueType type, String name) implements Kind {

		@Override
		public String id() {
			return "bare " + LoadApplication.text(this.type);
		}

		@Override
		public String promise() {
			return "nothing: a job that is taken is never completed, retried or found again";
		}

		@Override
		public Contender open(Plan plan, Handling handling) {
			return new BareContender(this.type, plan, handling);
		}

	}

}
