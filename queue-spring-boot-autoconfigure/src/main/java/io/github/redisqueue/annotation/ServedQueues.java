package io.github.redisqueue.annotation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the queues of a listener that serves several.
 */
final class ServedQueues {

	private static final Pattern WEIGHTED = Pattern.compile("(.*):(\\d{1,9})");

	private static final int MAX_WEIGHT = 1000;

	private ServedQueues() {
	}

	/**
	 * Reads names, with or without weights.
	 * @param listener the listener, for messages
	 * @param texts the names, at least one
	 * @return the queues
	 * @throws io.github.redisqueue.listener.InvalidListenerException if some have weights
	 * and others have none, a weight is out of range, or a name stands twice
	 */
	static List<ServedQueue> parse(ListenerPlace listener, List<String> texts) {
		List<ServedQueue> queues = new ArrayList<>();
		Set<String> names = new HashSet<>();
		for (String text : texts) {
			Matcher weighted = WEIGHTED.matcher(text);
			ServedQueue queue = weighted.matches()
					? new ServedQueue(weighted.group(1), weight(listener, text, weighted.group(2)))
					: new ServedQueue(text, 0);
			if (!names.add(queue.name())) {
				throw listener.invalid("names queue '" + queue.name() + "' twice", "Name each queue once.");
			}
			queues.add(queue);
		}
		if (queues.stream().map((queue) -> queue.weight() > 0).distinct().count() > 1) {
			throw listener.invalid("has weights for some of its queues: " + String.join(", ", texts),
					"Give each queue a weight, as in \"critical:6\", or none to serve them strictly in their order.");
		}
		return queues;
	}

	private static int weight(ListenerPlace listener, String text, String digits) {
		int weight = Integer.parseInt(digits);
		if (weight < 1 || weight > MAX_WEIGHT) {
			throw listener.invalid("has a queue with a weight that is out of range: " + text,
					"Set the weight to a number between 1 and " + MAX_WEIGHT + ".");
		}
		return weight;
	}

}
