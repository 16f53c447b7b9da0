package io.github.redisqueue.autoconfigure.properties;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import io.github.redisqueue.LogText;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.annotation.method.ListenerDefinition;
import io.github.redisqueue.cleaner.QueueCleaner.CleanerSettings;
import io.github.redisqueue.console.QueueConsoleProperties;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.unit.DataSize;

import static io.github.redisqueue.autoconfigure.properties.InvalidQueuePropertyException.require;

/**
 * Converts properties to settings. The properties of a queue are bound when they are used
 * for the first time. Invalid values are rejected with the name of the property.
 * Thread-safe.
 */
public class QueuePropertiesMapper {

	/** Redis hashes the text in the first pair of braces to the slot of a key. */
	private static final Predicate<String> KEPT_IN_ONE_SLOT = Pattern.compile("[^{]*\\{[^}]+}.*").asMatchPredicate();

	/** Not the name of any queue, so only the properties for all queues apply to it. */
	private static final String NO_QUEUE = "";

	private static final String NOT_OF_SHARD = "a text that keys of shards cannot have: they have a slash and a number"
			+ " at the end of their prefix, or of its hash tag";

	private final QueueProperties properties;

	private final QueuePropertiesBinder binder;

	private final SchedulesMapper schedules;

	private final String worker;

	/** What was bound without attributes of listeners, by the names of queues. */
	private final Map<String, QueueProperties.Queue> queues = new ConcurrentHashMap<>();

	public QueuePropertiesMapper(QueueProperties properties, ConfigurableEnvironment environment) {
		this.properties = properties;
		this.binder = new QueuePropertiesBinder(environment);
		this.schedules = new SchedulesMapper(properties.schedules(), this.binder);
		String configured = properties.workerId();
		this.worker = (configured != null) ? configured : generatedWorkerId();
		require(!this.worker.isBlank(), "redis-queue.worker-id", "not blank", this.worker);
		require(this.worker.chars().noneMatch(Character::isISOControl), "redis-queue.worker-id",
				"free of control characters", this.worker);
	}

	/** Shows an operator the host and the process. */
	private static String generatedWorkerId() {
		String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
		String host;
		try {
			host = InetAddress.getLocalHost().getHostName();
		}
		catch (UnknownHostException ex) {
			// The random part makes the id unique even without the host name.
			host = "localhost";
		}
		return host + "-" + ProcessHandle.current().pid() + "-" + random;
	}

	public static String nameOf(String queue, String property) {
		return QueuePropertiesBinder.nameOf("queues", queue, property);
	}

	/** Queues without properties of their own share those for all queues. */
	private QueueProperties.Queue of(String queue) {
		return this.queues.computeIfAbsent(named().contains(queue) ? queue : NO_QUEUE, (name) -> bind(name, null));
	}

	private QueueProperties.Queue of(String queue, @Nullable ListenerDefinition listener) {
		return (listener == null || listener.attributes().isEmpty()) ? of(queue) : bind(queue, listener);
	}

	private QueueProperties.Queue bind(String queue, @Nullable ListenerDefinition listener) {
		return this.binder.bind(this.binder.places(queue, named(), listener), QueueProperties.Queue.class,
				this.properties.allowShortLeases() ? PropertyRules.OF_QUEUE_WITH_SHORT_LEASES : PropertyRules.OF_QUEUE);
	}

	/** The queues that have their own properties. */
	public Set<String> named() {
		return this.properties.queues().keySet();
	}

	/**
	 * What to tell of the properties of a queue that nobody listens to, if they were
	 * probably meant for one of those that are used.
	 */
	public @Nullable String warning(String idle, Collection<String> used) {
		List<String> others = used.stream().filter((name) -> !named().contains(name)).toList();
		String meant = this.properties.allowUnknownProperties() ? null : Spelling.nearest(idle, others);
		if (meant == null) {
			return null;
		}
		return "The application has properties for queue '" + LogText.of(idle)
				+ "', to which it does not listen, and none for queue '" + LogText.of(meant)
				+ "', which it uses. If they are meant for that, their names begin with "
				+ LogText.of(QueuePropertiesBinder.nameOf("queues", meant)) + (Spelling.uniform(meant).equals(meant)
						? "" : ". Variables of the environment reach it only if a file has such a property too");
	}

	public String workerId() {
		return this.worker;
	}

	public String keyPrefix() {
		String prefix = this.properties.keyPrefix();
		require(!prefix.isBlank(), "redis-queue.key-prefix", "not blank", prefix);
		require(!QueueKeys.isOfShard(prefix + "{queue}"), "redis-queue.key-prefix", NOT_OF_SHARD, prefix);
		return prefix;
	}

	public JobTypes types() {
		return InvalidQueuePropertyException.convert("redis-queue.types", () -> new JobTypes(this.properties.types()));
	}

	public SchedulesMapper schedules() {
		return this.schedules;
	}

	public DataSize prefetchMemory() {
		DataSize configured = this.properties.prefetchMemory();
		if (configured == null) {
			return DataSize.ofBytes(Runtime.getRuntime().maxMemory() / 16);
		}
		require(configured.toBytes() >= 1, "redis-queue.prefetch-memory", "at least 1 byte", configured);
		return configured;
	}

	public QueueConsoleProperties console() {
		return this.binder.bind(List.of(this.binder.below("console")), QueueConsoleProperties.class,
				PropertyRules.OF_CONSOLE);
	}

	public boolean afterCommit() {
		return this.properties.template().afterCommit();
	}

	/**
	 * The keys of a queue.
	 * @throws IllegalArgumentException if no queue can have such a name
	 */
	public QueueKeys keys(String queue) {
		Supplier<QueueKeys> usual = () -> QueueKeys.of(keyPrefix(), queue);
		// Other names come from the code of the application, not from its properties.
		QueueKeys keys = named().contains(queue) ? InvalidQueuePropertyException.convert("redis-queue.queues", usual)
				: usual.get();
		String prefix = of(queue).prefix();
		if (prefix == null) {
			return keys;
		}
		require(!QueueKeys.isOfShard(prefix), nameOf(queue, "prefix"), NOT_OF_SHARD, prefix);
		require(!QueueKeys.meets(prefix, keys.bell()), nameOf(queue, "prefix"),
				"another one than that of the bells, whose keys begin with '" + keyPrefix() + "{bell}:'", prefix);
		return keys.withPrefix(prefix);
	}

	public QueueType type(String queue) {
		return of(queue).type();
	}

	public int shards(String queue) {
		return of(queue).shards();
	}

	public QueueSettings queue(String queue) {
		return QueueSettingsMapper.queue(queue, of(queue), this.worker);
	}

	public ListenerSettings.Builder listener(String queue, @Nullable ListenerDefinition listener) {
		QueueProperties.Queue own = of(queue, listener);
		QueueProperties.Retry retry = own.retry();
		require(retry.maxDelay().compareTo(retry.delay()) >= 0,
				QueuePropertiesBinder.nameOf(this.binder.places(queue, named(), listener), "retry.max-delay"),
				"at least the delay after the first failure, " + InvalidQueuePropertyException.print(retry.delay()),
				retry.maxDelay());
		checkPrefetch(queue);
		return QueueSettingsMapper.listener(own, listener);
	}

	private void checkPrefetch(String queue) {
		QueueProperties.Queue own = of(queue);
		String prefetch = nameOf(queue, "listener.prefetch");
		boolean set = prefetch
			.equals(QueuePropertiesBinder.nameOf(this.binder.places(queue, named(), null), "listener.prefetch"));
		require(!set || !own.limited() || own.listener().prefetch() == 0, prefetch,
				"0, because the queue has a limit, and its jobs are not prefetched", own.listener().prefetch());
	}

	/** What the attributes of a listener say, or 0. */
	public int prefetch(String queue, ListenerDefinition listener) {
		return listener.attributes().containsKey("prefetch") ? of(queue, listener).listener().prefetch() : 0;
	}

	/** The queue to which the jobs of another one go, or null if they stay there. */
	public @Nullable String forwardTo(String queue) {
		String target = of(queue).forwardTo();
		if (target == null) {
			return null;
		}
		String property = nameOf(queue, "forward-to");
		require(!of(queue).groups().enabled() || of(target).groups().enabled(), property,
				"a queue whose jobs may have groups (" + nameOf(target, "groups.enabled")
						+ " is not true), because those of this queue may",
				target);
		require(!leadsTo(target, queue), property, "a queue whose jobs are not forwarded back to this queue", target);
		return target;
	}

	private boolean leadsTo(String from, String queue) {
		Set<String> passed = new HashSet<>();
		String at = from;
		while (at != null && passed.add(at)) {
			at = of(at).forwardTo();
		}
		return passed.contains(queue);
	}

	public boolean autoStartup(String queue, @Nullable ListenerDefinition listener) {
		return of(queue, listener).listener().autoStartup();
	}

	public CleanerSettings cleaner(String queue) {
		QueueProperties.Cleaner cleaner = of(queue).cleaner();
		return new CleanerSettings(cleaner.enabled(), cleaner.lightInterval(), cleaner.deepInterval());
	}

	public boolean metrics(String queue) {
		return of(queue).metrics().enabled();
	}

	public Duration downAfter(String queue) {
		return of(queue).health().downAfter();
	}

	/** Validates all properties, including those of queues that are not used yet. */
	public QueuePropertiesMapper validated() {
		if (!this.properties.allowUnknownProperties()) {
			this.binder.checkNames();
		}
		keyPrefix();
		types();
		this.schedules.validate();
		named().forEach(this::keys);
		named().forEach(this::validate);
		validate(NO_QUEUE);
		return this;
	}

	/** Validates what only a Redis Cluster demands: each queue in a single slot. */
	public void validateForCluster() {
		require(KEPT_IN_ONE_SLOT.test(keyPrefix() + "{queue}"), "redis-queue.key-prefix",
				"a text without empty braces on a Redis Cluster", keyPrefix());
		this.properties.queues().forEach((queue, own) -> {
			String prefix = own.prefix();
			require(prefix == null || KEPT_IN_ONE_SLOT.test(prefix), nameOf(queue, "prefix"),
					"a text with a hash tag in braces on a Redis Cluster, such as 'shop:{orders}', so that all keys of the queue are in one slot",
					String.valueOf(prefix));
		});
	}

	private void validate(String queue) {
		forwardTo(queue);
		queue(queue);
		listener(queue, null).build();
	}

}
