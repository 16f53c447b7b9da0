package io.github.redisqueue.samples.benchmark.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

import io.github.redisqueue.QueueType;

/**
 * All contenders.
 */
public final class Contenders {

	private Contenders() {
	}

	/**
	 * A type of this project.
	 * @param type the type
	 * @return the contender, which has the name of the type
	 */
	public static ContenderKind ours(QueueType type) {
		return new OurKind(type);
	}

	/**
	 * The bare loop, without what makes a queue.
	 * @return the contender
	 */
	public static ContenderKind bare() {
		return new BareKind();
	}

	/**
	 * The queues of other projects.
	 * @return the contenders, none if the benchmark was built without them
	 */
	public static List<ContenderKind> peers() {
		List<ContenderKind> peers = new ArrayList<>();
		ServiceLoader.load(ContenderKind.class).forEach(peers::add);
		return peers;
	}

}
