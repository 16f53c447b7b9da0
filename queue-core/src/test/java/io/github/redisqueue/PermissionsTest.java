package io.github.redisqueue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.lettuce.LettuceEvaluator;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.DocumentedUser;
import io.github.redisqueue.test.OnlyInAllTests;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.TestThreads;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * The users that the documentation sets up may do all that they are for, and could not do
 * it if they might do less.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class PermissionsTest {

	/** A row of a table: some commands, the users that may run them, and what for. */
	private static final Pattern EXPLAINED = Pattern.compile("(?m)^\\| (`[^|]+) \\| ([^|]+) \\| [^|]+ \\|$");

	private static final Pattern QUOTED_IN_MARKDOWN = Pattern.compile("`([^`]+)`");

	private static final Pattern QUOTED = Pattern.compile("'([A-Z]+)'");

	@AutoClose("shutdown")
	private final ClientResources resources = ClientResources.create();

	@AutoClose
	private final PrivateRedis server = PrivateRedis.start("acllog-max-len 100000");

	private final LettuceConnectionFactory connections = this.server.connections(Duration.ofSeconds(30));

	private final RedisCommands<String, String> admin = this.server.commands();

	/** Whether the server lets commands be restricted to some keys, as from 7.0 on. */
	private final boolean knowsSelectors = !this.admin.info("server").contains("redis_version:6.");

	static Stream<Arguments> rolesAndQueues() {
		return Arrays.stream(Role.values())
			.flatMap((role) -> Arrays.stream(QueueType.values())
				.flatMap((type) -> Stream.of(1, 3)
					.flatMap((shards) -> Stream.of(Past.values())
						.map((past) -> Arguments.of(role, type, shards, past)))));
	}

	@ParameterizedTest
	@MethodSource("rolesAndQueues")
	void theDocumentedUserIsRefusedNothing(Role role, QueueType type, int shards, Past past) {
		try (RestrictedUser user = user(documented(role))) {
			live(role, type, shards, past, user);
			assertThat(user.refusals()).isEmpty();
		}
	}

	static Stream<Arguments> rolesAndCommands() {
		return Arrays.stream(Role.values())
			.flatMap((role) -> role.documented().commands().map((command) -> Arguments.of(role, command)));
	}

	@OnlyInAllTests
	@ParameterizedTest
	@MethodSource("rolesAndCommands")
	void theDocumentedUserNeedsEachOfItsCommandsForSomeType(Role role, String command) {
		assertThat(Past.values()).anyMatch(
				(past) -> Arrays.stream(QueueType.values()).anyMatch((type) -> isNeeded(role, command, type, past)));
	}

	private boolean isNeeded(Role role, String command, QueueType type, Past past) {
		try (RestrictedUser user = user(documented(role).without(command))) {
			liveUntilRefused(role, type, past, user);
			// Newer servers name the subcommand too.
			return user.refusals().stream().anyMatch((refused) -> refused.split("\\|")[0].equals(command));
		}
	}

	@ParameterizedTest
	@EnumSource
	void theDocumentedSenderCannotReadPayloads(QueueType type) {
		assumeThat(this.knowsSelectors).isTrue();
		try (RestrictedUser user = user(Role.SENDER.documented())) {
			new ApplicationLife(type, 1, user.keyPrefix(), this.connections).begin();
			List<String> keys = this.admin.keys(user.keyPrefix() + "*");
			assertThat(Readings.of(keys, this.connections)).as("what somebody else can read")
				.asString()
				.contains(ApplicationLife.PAYLOAD);
			assertThat(Readings.of(keys, user.connections())).as("what the sender can read")
				.doesNotContain(ApplicationLife.PAYLOAD);
		}
	}

	@ParameterizedTest
	@EnumSource
	void theDocumentedSenderAddsJobsBesideOthers(QueueType type) {
		try (RestrictedUser user = user(documented(Role.SENDER))) {
			WorkerQueue queue = QueueFixture.queue(type, QueueKeys.of(user.keyPrefix(), "orders"),
					QueueSettings.of("one", Duration.ofMinutes(5)), user.connections());
			assertThat(Stream.of("a", "b", "a").map((id) -> queue.add(Job.of(id, new byte[0])))).containsExactly(true,
					true, false);
			assertThat(user.refusals()).isEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource
	void aSenderThatMayNotLookIntoTheBellAddsNoIdTwice(QueueType type) {
		try (RestrictedUser user = user(documented(Role.SENDER).without("lpos"))) {
			WorkerQueue queue = QueueFixture.queue(type, QueueKeys.of(user.keyPrefix(), "orders"),
					QueueSettings.of("one", Duration.ofMinutes(5)), user.connections());
			assertThat(queue.add(Job.of("a", new byte[0]))).isTrue();
			this.admin.del(QueueKeys.bell(user.keyPrefix(), "orders"));
			assertThat(queue.add(Job.of("a", new byte[0]))).isFalse();
		}
	}

	@ParameterizedTest
	@EnumSource
	void theDocumentedSenderCanRescheduleReadyJobsWithWhatTheDocumentationAdds(QueueType type) {
		DocumentedUser documented = Role.SENDER.documented().reschedulingReadyJobs();
		try (RestrictedUser user = user(this.knowsSelectors ? documented : documented.withoutSelectors())) {
			new ApplicationLife(type, 1, user.keyPrefix(), user.connections()).rescheduleReady();
			assertThat(user.refusals()).isEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LEASE", "LIST" })
	void aRepairKeepsItsReportIfTheCleaningThatFollowsIsRefused(QueueType type) {
		try (RestrictedUser user = user(documented(Role.WORKER).without("scan"))) {
			ApplicationLife life = new ApplicationLife(type, 1, user.keyPrefix(), user.connections());
			this.admin.hset(QueueKeys.of(user.keyPrefix(), "orders").key("failures"), "gone", "1");
			assertThatExceptionOfType(PartialAuditException.class).isThrownBy(life::repair)
				.withMessage("Queue 'orders' was repaired, but the cleaning that follows has failed")
				.withCauseInstanceOf(PermissionDeniedDataAccessException.class)
				.satisfies((ex) -> assertThat(ex.report().repaired()).isOne())
				.satisfies((ex) -> assertThat(ex.report().unchecked()).contains(AuditRule.UNKNOWN_KEY));
		}
	}

	/** The worker still handles the job, though somebody has deleted what tells so. */
	@Test
	void aRepairMakesNoJobReadyThatAPrivateListHoldsWhichItCannotSee() {
		try (RestrictedUser user = user(documented(Role.WORKER).without("scan"))) {
			QueueKeys keys = QueueKeys.of(user.keyPrefix(), "orders");
			WorkerQueue queue = QueueFixture.queue(QueueType.LIST, keys, QueueSettings.of("one", Duration.ofMinutes(5)),
					user.connections());
			queue.add(Job.of("a", new byte[0]));
			assertThat(queue.lease(1).leases()).hasSize(1);
			this.admin.del(keys.key("workers"), keys.key("tokens"));
			assertThat(queue.audit().unchecked()).contains(AuditRule.PAYLOAD_WITHOUT_PLACE);
			assertThatExceptionOfType(PartialAuditException.class).isThrownBy(() -> queue.repair(false))
				.satisfies((ex) -> assertThat(ex.report().repaired()).isZero());
			assertThat(this.admin.exists(keys.key("queue"))).isZero();
		}
	}

	@Test
	void theDocumentedSenderCannotRescheduleReadyJobsOfStreamsWithoutThat() {
		try (RestrictedUser user = user(documented(Role.SENDER))) {
			ApplicationLife life = new ApplicationLife(QueueType.STREAM, 1, user.keyPrefix(), user.connections());
			assertThatExceptionOfType(PermissionDeniedDataAccessException.class).isThrownBy(life::rescheduleReady)
				.withMessageContainingAll("stream/reschedule", "docs/security.md");
		}
	}

	@ParameterizedTest
	@EnumSource
	void theDocumentedSenderNotesEventsWithWhatTheDocumentationAdds(QueueType type) {
		DocumentedUser documented = Role.SENDER.documented().notingEvents();
		try (RestrictedUser user = user(this.knowsSelectors ? documented : documented.withoutSelectors())) {
			new ApplicationLife(type, 1, user.keyPrefix(), user.connections()).sendNoted();
			assertThat(user.refusals()).isEmpty();
			assertThat(this.admin.hkeys(user.keyPrefix() + "{orders}:history")).contains("noted");
		}
	}

	/** Its jobs are more than what is told of them. */
	@ParameterizedTest
	@EnumSource
	void theDocumentedSenderSendsWithoutThatAndNotesNothing(QueueType type) {
		assumeThat(this.knowsSelectors).isTrue();
		try (RestrictedUser user = user(Role.SENDER.documented())) {
			new ApplicationLife(type, 1, user.keyPrefix(), user.connections()).sendNoted();
			// Servers name the command or the key.
			String history = user.keyPrefix() + "{orders}:history";
			assertThat(user.refusals()).isNotEmpty().isSubsetOf("hmget", history);
			assertThat(this.admin.hkeys(history)).isEmpty();
		}
	}

	/** What lets workers go on without memory is not allowed to a sender. */
	@ParameterizedTest
	@EnumSource
	void theDocumentedSenderIsToldThatThereIsNoMemoryToReschedule(QueueType type) {
		try (PrivateRedis full = PrivateRedis.start("maxmemory-policy noeviction");
				RestrictedUser user = new RestrictedUser(documented(Role.SENDER), Map.of(full.port(), full.commands()),
						this.resources)) {
			ApplicationLife life = new ApplicationLife(type, 1, user.keyPrefix(), user.connections());
			life.reschedule();
			full.commands().configSet("maxmemory", "1");
			assertThatExceptionOfType(DataAccessResourceFailureException.class).isThrownBy(life::rescheduleDelayed)
				.withMessageContainingAll("out of memory", "reschedule");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "WORKER", "SENDER" })
	void theDocumentedUserCanWaitForReplicasWithWhatTheDocumentationAdds(Role role) {
		DocumentedUser documented = role.documented().waitingForReplicas();
		try (RestrictedUser user = user(this.knowsSelectors ? documented : documented.withoutSelectors())) {
			ApplicationLife life = confirming(user);
			assertThatExceptionOfType(UnconfirmedAdditionException.class).isThrownBy(life::addConfirmed);
			assertThat(user.refusals()).isEmpty();
		}
	}

	@Test
	void nothingIsAddedByWhoCannotWaitForReplicas() {
		try (RestrictedUser user = user(documented(Role.SENDER))) {
			ApplicationLife life = confirming(user);
			assertThatExceptionOfType(PermissionDeniedDataAccessException.class).isThrownBy(life::addConfirmed)
				.withMessageContaining("docs/security.md");
			assertThat(this.admin.keys(user.keyPrefix() + "*item*")).isEmpty();
		}
	}

	/** Confirmations wait on connections of their own. */
	private ApplicationLife confirming(RestrictedUser user) {
		LettuceConnectionFactory connections = user.connections();
		return new ApplicationLife(QueueType.LEASE, 1, user.keyPrefix(),
				new ScriptRunner(connections,
						new LettuceEvaluator(connections, user.unshared(), false, TestThreads.connector()),
						TestThreads.timer(), TestThreads.connector(), Duration.ofSeconds(30)),
				connections);
	}

	@ParameterizedTest
	@EnumSource
	void theDocumentationSaysWhatEachCommandIsFor(Role role) {
		List<String> explained = EXPLAINED.matcher(DocumentedUser.page())
			.results()
			.filter((row) -> row.group(2).contains(role.name().toLowerCase(Locale.ROOT)))
			.flatMap((row) -> QUOTED_IN_MARKDOWN.matcher(row.group(1)).results())
			.map((name) -> name.group(1).toLowerCase(Locale.ROOT))
			.toList();
		assertThat(explained).containsExactlyInAnyOrderElementsOf(role.documented().commands().toList());
	}

	/** Also such as are called in rare cases alone. */
	@Test
	void theDocumentedWorkerMayRunAllCommandsThatAreNamedInScripts() throws IOException {
		Set<String> known = this.admin.command()
			.stream()
			.map((command) -> ((List<?>) command).get(0).toString())
			.collect(Collectors.toSet());
		Resource[] scripts = new PathMatchingResourcePatternResolver().getResources("classpath*:redisqueue/**/*.lua");
		Set<String> named = new TreeSet<>();
		for (Resource script : scripts) {
			QUOTED.matcher(script.getContentAsString(StandardCharsets.UTF_8))
				.results()
				.map((name) -> name.group(1).toLowerCase(Locale.ROOT))
				.filter(known::contains)
				.forEach(named::add);
		}
		assertThat(Role.WORKER.documented().commands()).containsAll(named);
		assertThat(named).hasSizeGreaterThan(40);
	}

	private void liveUntilRefused(Role role, QueueType type, Past past, RestrictedUser user) {
		try {
			live(role, type, 1, past, user);
		}
		catch (PermissionDeniedDataAccessException ex) {
			assertThat(ex).hasMessageContaining("docs/security.md");
		}
	}

	private DocumentedUser documented(Role role) {
		return this.knowsSelectors ? role.documented() : role.documented().withoutSelectors();
	}

	private RestrictedUser user(DocumentedUser documented) {
		return new RestrictedUser(documented, Map.of(this.server.port(), this.admin), this.resources);
	}

	private void live(Role role, QueueType type, int shards, Past past, RestrictedUser user) {
		if (past == Past.RECORDED) {
			role.begin(new ApplicationLife(type, shards, user.keyPrefix(), this.connections), user);
			// Else nobody would have to ring.
			this.admin.del(QueueKeys.bell(user.keyPrefix(), "orders"));
		}
		// Else nobody would need EVAL: scripts that somebody ran are known to the server.
		this.admin.scriptFlush();
		role.live(new ApplicationLife(type, shards, user.keyPrefix(), user.connections()), user);
	}

	enum Past {

		/** Nobody has used the queue before. */
		FRESH,

		/**
		 * Others have recorded its layout. For those who do not work they have brought
		 * jobs into all states.
		 */
		RECORDED

	}

	enum Role {

		WORKER((life, user) -> life.count(), (life, user) -> life.work(() -> !user.refusals().isEmpty())),

		SENDER((life, user) -> life.begin(), (life, user) -> {
			life.send();
			life.reschedule();
		}),

		OBSERVER((life, user) -> life.begin(), (life, user) -> life.count()),

		INSPECTOR((life, user) -> life.begin(), (life, user) -> life.inspect());

		private final Life past;

		private final Life life;

		Role(Life past, Life life) {
			this.past = past;
			this.life = life;
		}

		/** Lets others do what they did before. */
		void begin(ApplicationLife others, RestrictedUser user) {
			this.past.live(others, user);
		}

		void live(ApplicationLife own, RestrictedUser user) {
			this.life.live(own, user);
		}

		DocumentedUser documented() {
			return DocumentedUser.of(name().toLowerCase(Locale.ROOT));
		}

	}

	private interface Life {

		void live(ApplicationLife life, RestrictedUser user);

	}

}
