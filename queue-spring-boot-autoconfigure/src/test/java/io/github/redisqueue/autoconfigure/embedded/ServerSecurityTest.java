package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.test.PrivateRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Who may use an embedded server, and whom it is taken for.
 */
@Tag("embedded")
class ServerSecurityTest {

	@TempDir
	private Path directory;

	@AfterEach
	void leaveNothingBehind() {
		Redis.kill(this.directory);
	}

	private SharedServer join() {
		return SharedServer.join(this.directory, 0);
	}

	@Test
	void theServerAsksForThePassword() {
		SharedServer server = join();
		assertThat(answer(server.port(), "SET", "key", "value")).startsWith("NOAUTH");
		assertThat(Redis.ping(this.directory, server.port())).isEqualTo("PONG");
		server.leave();
	}

	@Test
	void eachServerHasAPasswordOfItsOwn() {
		SharedServer first = join();
		String password = first.password();
		first.leave();
		SharedServer second = join();
		assertThat(second.password()).isNotEqualTo(password).hasSizeGreaterThan(40);
		second.leave();
	}

	@Test
	void onlyTheOwnerOfTheDirectoryCanReadThePassword() throws IOException {
		SharedServer server = join();
		assertThat(permissions(this.directory)).isEqualTo("rwx------");
		assertThat(permissions(this.directory.resolve("redis.conf"))).isEqualTo("rw-------");
		ProcessHandle process = DataDirectory.at(this.directory).process().orElseThrow();
		assertThat(commandLine(process)).contains("redis-server").doesNotContain(server.password());
		assertThat(this.directory.resolve("redis.log")).content().doesNotContain(server.password());
		server.leave();
	}

	@Test
	void aNewDirectoryIsTheOwnersAloneButNotThoseAround() throws IOException {
		Path inner = this.directory.resolve("target").resolve("embedded-redis");
		SharedServer.join(inner, 0).leave();
		assertThat(permissions(inner)).isEqualTo("rwx------");
		assertThat(permissions(inner.getParent())).isNotEqualTo("rwx------");
	}

	@Test
	void aDirectoryOfSomethingElseKeepsItsPermissions() throws IOException {
		Path shared = Files.createDirectory(this.directory.resolve("shared"));
		Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
		Files.createFile(shared.resolve("notes.txt"));
		assertThatExceptionOfType(EmbeddedRedisException.class).isThrownBy(() -> SharedServer.join(shared, 0))
			.withMessageContainingAll(shared.toString(), "files of something else");
		assertThat(permissions(shared)).isEqualTo("rwxr-xr-x");
	}

	@Test
	void aServerThatDiedAndGetsAnotherPortGetsAnotherPassword() throws IOException {
		try (OtherApplication other = OtherApplication.start(this.directory)) {
			int port = other.port();
			String password = DataDirectory.at(this.directory).configuration().secrets().orElseThrow().password();
			Redis.kill(this.directory);
			try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getByName(RunningServer.HOST))) {
				SharedServer server = join();
				assertThat(server.port()).isNotEqualTo(taken.getLocalPort());
				assertThat(server.password()).isNotEqualTo(password);
				server.leave();
			}
		}
	}

	@Test
	void theConfigurationIsNotWrittenWhereALinkLeads(@TempDir Path elsewhere) throws IOException {
		Path target = Files.createFile(elsewhere.resolve("readable"));
		Files.createSymbolicLink(this.directory.resolve("redis.conf"), target);
		SharedServer server = join();
		assertThat(target).isEmptyFile();
		server.leave();
	}

	@ParameterizedTest
	@ValueSource(strings = { "DEBUG OBJECT key", "MODULE LIST", "REPLICAOF NO ONE", "SLAVEOF NO ONE" })
	void whatNobodyNeedsForDevelopmentIsDisabled(String command) {
		SharedServer server = join();
		String[] words = command.split(" ", 2);
		assertThatExceptionOfType(RedisException.class)
			.isThrownBy(() -> Redis.talk(this.directory, server.port(), (redis) -> redis.dispatch(keyword(words[0]),
					new StatusOutput<>(StringCodec.UTF8), arguments(words[1].split(" ")))))
			.withMessageContaining("unknown command");
		assertThat(Redis.config(this.directory, server.port(), "notify-keyspace-events")).isEmpty();
		server.leave();
	}

	@Test
	void anotherApplicationFindsThePassword() throws IOException {
		try (OtherApplication other = OtherApplication.start(this.directory)) {
			int port = other.port();
			SharedServer server = join();
			assertThat(server.port()).isEqualTo(port);
			assertThat(Redis.ping(this.directory, port)).isEqualTo("PONG");
			server.leave();
		}
	}

	@Test
	void aServerWithoutThePasswordIsNeitherTrustedNorStopped() throws IOException {
		join().leave();
		try (PrivateRedis unproven = unproven()) {
			assertThatItIsLeftAlone(unproven);
		}
	}

	@Test
	void neitherIsOneWithAnotherPassword() throws IOException {
		join().leave();
		try (PrivateRedis unproven = unproven("requirepass other")) {
			assertThatItIsLeftAlone(unproven);
		}
	}

	@Test
	void neitherIsOneFromBeforeThereWerePasswords() throws IOException {
		try (PrivateRedis unproven = unproven()) {
			assertThatItIsLeftAlone(unproven);
		}
	}

	/** A server that claims to be that of the directory. */
	private PrivateRedis unproven(String... settings) throws IOException {
		DataDirectory data = DataDirectory.at(this.directory);
		PrivateRedis server = PrivateRedis
			.start(Stream.concat(Stream.of("dir " + data.path(), "pidfile " + data.pidFile()), Stream.of(settings))
				.toArray(String[]::new));
		Awaitility.await().until(() -> data.process().isPresent());
		data.rememberPort(server.port());
		return server;
	}

	private void assertThatItIsLeftAlone(PrivateRedis unproven) {
		DataDirectory data = DataDirectory.at(this.directory);
		long pid = data.process().orElseThrow().pid();
		assertThatExceptionOfType(EmbeddedRedisException.class).isThrownBy(this::join)
			.withMessageContaining(data.path().toString())
			.withMessageContaining("process " + pid)
			.withMessageContaining("not used and not stopped")
			.satisfies((ex) -> assertThat(ex.analysis().getAction()).contains("stop process " + pid,
					"redis-queue.embedded-redis.directory"));
		assertThat(RunningServer.processOf(pid)).isPresent();
		assertThat(answer(unproven.port(), "PING")).containsAnyOf("PONG", "NOAUTH");
	}

	/** What a server answers to somebody without a password. */
	private static String answer(int port, String command, String... arguments) {
		RedisURI uri = RedisURI.builder()
			.withHost(RunningServer.HOST)
			.withPort(port)
			.withTimeout(Duration.ofSeconds(30))
			.build();
		RedisClient client = RedisClient.create(uri);
		try (StatefulRedisConnection<String, String> connection = client.connect()) {
			return connection.sync()
				.dispatch(keyword(command), new StatusOutput<>(StringCodec.UTF8), arguments(arguments));
		}
		catch (RedisException ex) {
			return String.valueOf((ex.getCause() != null) ? ex.getCause().getMessage() : ex.getMessage());
		}
		finally {
			client.shutdown(Duration.ZERO, Duration.ZERO);
		}
	}

	private static ProtocolKeyword keyword(String command) {
		return new ProtocolKeyword() {

			@Override
			public byte[] getBytes() {
				return command.getBytes(StandardCharsets.US_ASCII);
			}

			@Override
			public String toString() {
				return command;
			}

		};
	}

	private static CommandArgs<String, String> arguments(String... arguments) {
		return new CommandArgs<>(StringCodec.UTF8).addKeys(List.of(arguments));
	}

	private static String permissions(Path path) throws IOException {
		return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
	}

	/** As all users can see it. */
	private static String commandLine(ProcessHandle process) throws IOException {
		Process ps = new ProcessBuilder("ps", "-o", "command=", "-p", Long.toString(process.pid())).start();
		return new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
	}

}
