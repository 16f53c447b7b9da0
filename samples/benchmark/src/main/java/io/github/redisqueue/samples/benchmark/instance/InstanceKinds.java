package io.github.redisqueue.samples.benchmark.instance;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

import io.github.redisqueue.QueueType;

/**
 * All kinds of queues of which several instances can be measured.
 */
public final class InstanceKinds {

	private InstanceKinds() {
	}

	/**
	 * A type of this project.
	 * @param type the type
	 * @param options options of the JVMs
	 * @return the kind, which has the name of the type
	 */
	public static InstanceKind ours(QueueType type, List<String> options) {
		return new OurInstances(type, options);
	}

	/**
	 * The queues of other projects.
	 * @return the kinds, none if the benchmark was built without them
	 */
	public static List<InstanceKind> peers() {
		List<InstanceKind> peers = new ArrayList<>();
		ServiceLoader.load(InstanceKind.class).forEach(peers::add);
		return peers;
	}

}
