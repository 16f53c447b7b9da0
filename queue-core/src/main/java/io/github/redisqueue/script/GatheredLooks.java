package io.github.redisqueue.script;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.script.Operation.Lane;

/**
 * Looks which queues have no jobs. Those that are asked for while a look is under way are
 * gathered, and one script looks at them: all queues of an application are polled at a
 * few times. Thread-safe.
 */
final class GatheredLooks {

	private static final Script QUIET = Script.load("bell/quiet");

	/** At how many queues a script looks, which keeps the server for a tenth of a ms. */
	private static final int MOST = 100;

	private final Scripts scripts;

	/** The keys of the queues to look at, the first ones first; guarded by this. */
	private final Map<CompletableFuture<Boolean>, List<String>> gathered = new LinkedHashMap<>();

	private boolean underWay;

	GatheredLooks(Scripts scripts) {
		this.scripts = scripts;
	}

	/** See {@link Scripts#isQuiet}. */
	CompletableFuture<Boolean> isQuiet(List<String> keys) {
		CompletableFuture<Boolean> quiet = new CompletableFuture<>();
		synchronized (this) {
			this.gathered.put(quiet, keys);
		}
		next();
		return quiet;
	}

	private void next() {
		Call call = new Call("of some queues");
		List<CompletableFuture<Boolean>> some;
		synchronized (this) {
			some = this.underWay ? List.of() : this.gathered.keySet().stream().limit(MOST).toList();
			some.forEach((quiet) -> this.gathered.remove(quiet).forEach(call::key));
			this.underWay |= !some.isEmpty();
		}
		if (!some.isEmpty()) {
			this.scripts.start(Operation.of(Lane.LEASE, QUIET, call, Reply::texts)).whenComplete((found, failure) -> {
				synchronized (this) {
					this.underWay = false;
				}
				next();
				for (int i = 0; i < some.size(); i++) {
					some.get(i).complete(failure == null && !found.contains(Integer.toString(i)));
				}
			});
		}
	}

}
