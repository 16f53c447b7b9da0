package io.github.redisqueue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.test.DocumentedUser;
import io.github.redisqueue.test.PrivateRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The users that the documentation sets up may do all that they are for, and could not do
 * it if they might do less.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class PermissionsTest {

	private static final Pattern QUOTED = Pattern.compile("'([A-Z]+)'");

	private final ClientResources resources = ClientResources.create();

	private PrivateRedis server;

	private LettuceConnectionFactory connections;

	private RedisClient client;

	private RedisCommands<String, String> admin;

	@BeforeAll
	void startServer() {
		this.server = PrivateRedis.start("acllog-max-len 100000");
		this.connections = this.server.connections(Duration.ofSeconds(30));
		this.client = RedisClient.create(this.resources, RedisURI.create("127.0.0.1", this.server.port()));
		this.admin = this.client.connect().sync();
	}

	@AfterAll
	void stopServer() {
		this.client.shutdown();
		this.connections.destroy();
		this.server.close();
		this.resources.shutdown();
	}

	static Stream<Arguments> rolesAndTypes() {
		return Arrays.stream(Role.values())
			.flatMap((role) -> Arrays.stream(QueueType.values()).map((type) -> Arguments.of(role, type)));
	}

	@ParameterizedTest
	@MethodSource("rolesAndTypes")
	void theDocumentedUserIsRefusedNothing(Role role, QueueType type) {
		try (RestrictedUser user = user(role.documented())) {
			live(role, type, user);
			assertThat(user.refusals()).isEmpty();
		}
	}

	static Stream<Arguments> rolesAndCommands() {
		return Arrays.stream(Role.values())
			.flatMap((role) -> role.documented().commands().map((command) -> Arguments.of(role, command)));
	}

	@ParameterizedTest
	@MethodSource("rolesAndCommands")
	void theDocumentedUserNeedsEachOfItsCommandsForSomeType(Role role, String command) {
		assertThat(QueueType.values()).anyMatch((type) -> {
			try (RestrictedUser user = user(role.documented().without(command))) {
				liveUntilRefused(role, type, user);
				// Newer servers name the subcommand too.
				return user.refusals().stream().anyMatch((refused) -> refused.split("\\|")[0].equals(command));
			}
		});
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

	private void liveUntilRefused(Role role, QueueType type, RestrictedUser user) {
		try {
			live(role, type, user);
		}
		catch (PermissionDeniedDataAccessException ex) {
			assertThat(ex).hasMessageContaining("docs/security.md");
		}
	}

	private RestrictedUser user(DocumentedUser documented) {
		return new RestrictedUser(documented, this.server.port(), this.admin, this.resources);
	}

	private void live(Role role, QueueType type, RestrictedUser user) {
		if (role != Role.WORKER) {
			new ApplicationLife(type, user.keyPrefix(), this.connections).begin();
			// Else nobody would have to ring.
			this.admin.del(QueueKeys.bell(user.keyPrefix(), "orders"));
		}
		// Else nobody would need EVAL: scripts that somebody ran are known to the server.
		this.admin.scriptFlush();
		role.life.live(new ApplicationLife(type, user.keyPrefix(), user.connections()), user);
	}

	enum Role {

		WORKER((life, user) -> life.work(() -> !user.refusals().isEmpty())),

		SENDER((life, user) -> life.send()),

		OBSERVER((life, user) -> life.count());

		private final Life life;

		Role(Life life) {
			this.life = life;
		}

		DocumentedUser documented() {
			return DocumentedUser.of(name().toLowerCase(Locale.ROOT));
		}

	}

	private interface Life {

		void live(ApplicationLife life, RestrictedUser user);

	}

}
