package io.github.redisqueue.samples.quickstart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The metrics that an expression of Prometheus reads, with the labels that it expects
 * each of them to have. Knows as much of the language as the rules and the dashboard use.
 */
final class PromQl {

	private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "offset", "bool");

	private static final Set<String> GROUPINGS = Set.of("by", "on");

	private static final Pattern TOKEN = Pattern
		.compile("\"[^\"]*\"|[a-zA-Z_:][a-zA-Z0-9_:]*|[0-9][0-9a-z.]*|\\$\\w+|[!=<>~]+|[-+*/(){}\\[\\],:]");

	private final List<String> tokens = new ArrayList<>();

	private final Map<String, Set<String>> metrics = new TreeMap<>();

	private final Set<String> groupings = new TreeSet<>();

	private PromQl(String expression) {
		Matcher token = TOKEN.matcher(expression);
		int end = 0;
		while (token.find()) {
			check(expression.substring(end, token.start()).isBlank(), expression);
			this.tokens.add(token.group());
			end = token.end();
		}
		check(expression.substring(end).isBlank(), expression);
		read(0, this.tokens.size(), Set.of());
	}

	static PromQl parse(String expression) {
		return new PromQl(expression);
	}

	private static void check(boolean condition, String expression) {
		if (!condition) {
			throw new IllegalArgumentException("Not understood: " + expression);
		}
	}

	/**
	 * Reads tokens.
	 * @param from the first of them
	 * @param to behind the last of them
	 * @param grouping the labels by which they are grouped
	 */
	private void read(int from, int to, Set<String> grouping) {
		for (int i = from; i < to;) {
			String token = this.tokens.get(i);
			if (token.equals("[")) {
				i = closing(i, "[", "]") + 1;
			}
			else if (GROUPINGS.contains(token)) {
				int end = closing(i + 1, "(", ")");
				Set<String> labels = names(i + 2, end);
				this.groupings.addAll(labels);
				i = end + 1;
				if (token.equals("by")) {
					int close = closing(i, "(", ")");
					read(i + 1, close, union(grouping, labels));
					i = close + 1;
				}
				else {
					this.metrics.values().forEach((expected) -> expected.addAll(labels));
					read(i, to, union(grouping, labels));
					return;
				}
			}
			else if (Character.isLetter(token.charAt(0)) && !OPERATORS.contains(token) && !isFunction(i)) {
				Set<String> expected = this.metrics.computeIfAbsent(token, (name) -> new TreeSet<>());
				expected.addAll(grouping);
				if (i + 1 < to && this.tokens.get(i + 1).equals("{")) {
					int end = closing(i + 1, "{", "}");
					expected.addAll(names(i + 2, end));
					i = end;
				}
				i++;
			}
			else {
				i++;
			}
		}
	}

	private boolean isFunction(int index) {
		String next = (index + 1 < this.tokens.size()) ? this.tokens.get(index + 1) : "";
		return next.equals("(") || next.equals("by");
	}

	private int closing(int open, String opens, String closes) {
		check(this.tokens.get(open).equals(opens), this.tokens.toString());
		int depth = 0;
		for (int i = open; i < this.tokens.size(); i++) {
			depth += this.tokens.get(i).equals(opens) ? 1 : this.tokens.get(i).equals(closes) ? -1 : 0;
			if (depth == 0) {
				return i;
			}
		}
		throw new IllegalArgumentException("Not closed: " + this.tokens);
	}

	private Set<String> names(int from, int to) {
		Set<String> names = new TreeSet<>();
		this.tokens.subList(from, to)
			.stream()
			.filter((token) -> Character.isLetter(token.charAt(0)))
			.forEach(names::add);
		return names;
	}

	private static Set<String> union(Set<String> some, Set<String> others) {
		Set<String> all = new TreeSet<>(some);
		all.addAll(others);
		return all;
	}

	/** The names of the metrics, each with the labels that it has to have. */
	Map<String, Set<String>> metrics() {
		return this.metrics;
	}

	/** The labels by which something is grouped or joined, which the result may have. */
	Set<String> groupings() {
		return this.groupings;
	}

}
