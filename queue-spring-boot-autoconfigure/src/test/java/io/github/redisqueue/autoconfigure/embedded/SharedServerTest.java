package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.redisqueue.test.PrivateRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("embedded")
class SharedServerTest {

	@TempDir
	private Path directory;

	private DataDirectory data;

	@BeforeEach
	void findData() {
		this.data = DataDirectory.at(this.directory);
	}

	@AfterEach
	void leaveNothingBehind() {
		Redis.kill(this.directory);
	}

	private SharedServer join() {
		return SharedServer.join(this.directory, 0);
	}

	private ProcessHandle process() {
		return this.data.process().orElseThrow();
	}

	@Nested
	class Starting {

		@Test
		void theServerKeepsItsDataInTheDirectory() {
			SharedServer server = join();
			Redis.set(directory, server.port(), "key", "value");
			assertThat(directory.resolve("appendonly.aof")).content().contains("value");
			assertThat(directory.resolve("dump.rdb")).doesNotExist();
			server.leave();
			assertThat(directory.resolve("dump.rdb")).doesNotExist();
		}

		@Test
		void theServerListensOnTheLoopbackAddressOnly() {
			SharedServer server = join();
			assertThat(Redis.config(directory, server.port(), "bind")).isEqualTo("127.0.0.1");
			server.leave();
		}

		@Test
		void theServerHasThePortThatIsWanted() throws IOException {
			int wanted;
			try (ServerSocket free = new ServerSocket(0)) {
				wanted = free.getLocalPort();
			}
			SharedServer server = SharedServer.join(directory, wanted);
			assertThat(server.port()).isEqualTo(wanted);
			assertThat(Redis.ping(directory, wanted)).isEqualTo("PONG");
			server.leave();
		}

		@Test
		void theServerIsNoChildThatWouldDieWithTheTerminal() {
			SharedServer server = join();
			assertThat(process().parent()).isNotEqualTo(Optional.of(ProcessHandle.current()));
			server.leave();
		}

		@Test
		void theUnpackedProgramIsRemoved() throws IOException {
			SharedServer server = join();
			try (Stream<Path> files = Files.list(directory)) {
				assertThat(files).noneMatch(Files::isDirectory);
			}
			server.leave();
		}

	}

	@Nested
	class Leaving {

		@Test
		void theLastOneOutStopsTheServer() {
			SharedServer server = join();
			ProcessHandle process = process();
			server.leave();
			assertThat(RunningServer.processOf(process.pid())).isEmpty();
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(server::port);
		}

		@Test
		void theNextServerHasTheDataAndThePortOfTheLast() {
			SharedServer first = join();
			int port = first.port();
			Redis.set(directory, port, "key", "value");
			first.leave();
			SharedServer second = join();
			assertThat(second.port()).isEqualTo(port);
			assertThat(Redis.get(directory, port, "key")).isEqualTo("value");
			second.leave();
		}

	}

	@Nested
	class Sharing {

		@Test
		void twoApplicationsInOneProcessShareOneServer() {
			SharedServer first = join();
			SharedServer second = join();
			assertThat(second.port()).isEqualTo(first.port());
			first.leave();
			assertThat(Redis.ping(directory, second.port())).isEqualTo("PONG");
			ProcessHandle process = process();
			second.leave();
			assertThat(RunningServer.processOf(process.pid())).isEmpty();
		}

		@Test
		void aServerGoesOnAsLongAsAnotherProcessUsesIt() throws IOException {
			SharedServer server = join();
			ProcessHandle process = process();
			int port = server.port();
			try (OtherApplication other = OtherApplication.start(directory)) {
				assertThat(other.port()).isEqualTo(port);
				server.leave();
				assertThat(Redis.ping(directory, port)).isEqualTo("PONG");
			}
			assertThat(RunningServer.processOf(process.pid())).isEmpty();
		}

		@Test
		void processesThatStartAtTheSameTimeShareOneServer() throws IOException {
			try (OtherApplication one = OtherApplication.start(directory);
					OtherApplication two = OtherApplication.start(directory)) {
				assertThat(one.port()).isEqualTo(two.port());
			}
			assertThat(data.process()).isEmpty();
		}

		@Test
		void aServerThatOthersUseIsNotMovedToAnotherPort() throws IOException {
			SharedServer server = join();
			int other = server.port() - 1;
			assertThatExceptionOfType(EmbeddedRedisException.class)
				.isThrownBy(() -> SharedServer.join(directory, other))
				.withMessageContaining(Integer.toString(server.port()))
				.withMessageContaining(Integer.toString(other));
			assertThat(Redis.ping(directory, server.port())).isEqualTo("PONG");
			server.leave();
		}

	}

	@Nested
	class AfterAKill {

		@Test
		void theServerAndItsDataAreTakenOver() throws Exception {
			int port;
			try (OtherApplication killed = OtherApplication.start(directory)) {
				port = killed.port();
				Redis.set(directory, port, "key", "value");
				killed.kill();
			}
			ProcessHandle process = process();
			SharedServer server = join();
			assertThat(server.port()).isEqualTo(port);
			assertThat(process()).isEqualTo(process);
			assertThat(Redis.get(directory, port, "key")).isEqualTo("value");
			server.leave();
			assertThat(RunningServer.processOf(process.pid())).isEmpty();
		}

		@Test
		void theServerIsMovedToThePortThatIsWantedNow() throws Exception {
			try (OtherApplication killed = OtherApplication.start(directory)) {
				Redis.set(directory, killed.port(), "key", "value");
				killed.kill();
			}
			ProcessHandle process = process();
			int wanted;
			try (ServerSocket free = new ServerSocket(0)) {
				wanted = free.getLocalPort();
			}
			SharedServer server = SharedServer.join(directory, wanted);
			assertThat(server.port()).isEqualTo(wanted);
			assertThat(RunningServer.processOf(process.pid())).isEmpty();
			assertThat(Redis.get(directory, wanted, "key")).isEqualTo("value");
			server.leave();
		}

		@Test
		void theDataOutliveTheServerToo() {
			SharedServer first = join();
			Redis.set(directory, first.port(), "key", "value");
			Redis.kill(directory);
			first.leave();
			SharedServer second = join();
			assertThat(Redis.get(directory, second.port(), "key")).isEqualTo("value");
			second.leave();
		}

		@Test
		void aServerThatDiedIsStartedAgainForTheNextUser() {
			SharedServer first = join();
			int port = first.port();
			String password = first.password();
			Redis.kill(directory);
			SharedServer second = join();
			assertThat(second.port()).isEqualTo(port);
			assertThat(Redis.ping(directory, port)).isEqualTo("PONG");
			assertThat(second.password()).as("by which the first one reconnects").isEqualTo(password);
			first.leave();
			second.leave();
			assertThat(data.process()).isEmpty();
		}

	}

	@Nested
	class Mistaken {

		@Test
		void aProcessThatIsNoRedisIsLeftAlone() throws IOException {
			Files.writeString(data.pidFile(), Long.toString(ProcessHandle.current().pid()));
			data.rememberPort(PrivateRedis.freePort());
			SharedServer server = join();
			assertThat(Redis.ping(directory, server.port())).isEqualTo("PONG");
			server.leave();
		}

		@Test
		void theServerOfAnotherDirectoryIsLeftAlone(@TempDir Path elsewhere) {
			SharedServer other = SharedServer.join(elsewhere, 0);
			data.rememberPort(other.port());
			SharedServer server = join();
			assertThat(server.port()).isNotEqualTo(other.port());
			server.leave();
			assertThat(Redis.ping(elsewhere, other.port())).isEqualTo("PONG");
			other.leave();
		}

	}

}
