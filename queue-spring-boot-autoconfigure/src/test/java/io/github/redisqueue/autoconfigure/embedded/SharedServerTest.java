package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("embedded")
class SharedServerTest {

	@TempDir
	private Path directory;

	@AfterEach
	void leaveNothingBehind() {
		Redis.kill(this.directory);
	}

	private SharedServer join() throws IOException {
		return SharedServer.join(this.directory);
	}

	private OtherJvm startAnother() throws IOException {
		return OtherJvm.start(OtherApplication.class, this.directory);
	}

	private static int port(OtherJvm application) {
		return Integer.parseInt(application.what());
	}

	@Test
	void theServerIsNoChildWithItsDataInTheDirectoryAndListensOnTheLoopbackAddressOnly() throws IOException {
		SharedServer server = join();
		Redis.set(server.port(), "value");
		assertThat(this.directory.resolve("appendonly.aof")).content().contains("value");
		assertThat(LocalServer.ask(server.port(), "CONFIG GET bind").lines()).contains("127.0.0.1");
		assertThat(Redis.processIn(this.directory).parent()).as("would die with the terminal")
			.isNotEqualTo(Optional.of(ProcessHandle.current()));
		try (Stream<Path> files = Files.list(this.directory)) {
			assertThat(files.map((file) -> file.getFileName().toString())).as("without the unpacked program")
				.containsExactlyInAnyOrder("appendonly.aof", "redis.lock", "redis.log", "redis.port");
		}
		server.leave();
		assertThat(this.directory.resolve("dump.rdb")).doesNotExist();
	}

	@Test
	void theNextServerHasTheDataAndThePortOfTheLast() throws IOException {
		SharedServer first = join();
		Redis.set(first.port(), "value");
		first.leave();
		assertThat(Redis.runsIn(this.directory)).isFalse();
		SharedServer second = join();
		assertThat(second.port()).isEqualTo(first.port());
		assertThat(Redis.get(second.port())).contains("value");
		second.leave();
	}

	@Test
	void twoApplicationsInOneProcessShareOneServer() throws IOException {
		SharedServer first = join();
		SharedServer second = join();
		assertThat(second.port()).isEqualTo(first.port());
		first.leave();
		assertThat(Redis.runsIn(this.directory)).isTrue();
		second.leave();
		assertThat(Redis.runsIn(this.directory)).isFalse();
	}

	@Test
	void aServerGoesOnAsLongAsAnotherProcessUsesIt() throws IOException {
		SharedServer server = join();
		ProcessHandle process = Redis.processIn(this.directory);
		try (OtherJvm other = startAnother()) {
			assertThat(port(other)).isEqualTo(server.port());
			server.leave();
			assertThat(Redis.processIn(this.directory)).isEqualTo(process);
		}
		assertThat(Redis.runsIn(this.directory)).isFalse();
	}

	@Test
	void processesThatStartAtTheSameTimeShareOneServer() throws IOException {
		try (OtherJvm one = startAnother(); OtherJvm two = startAnother()) {
			assertThat(port(one)).isEqualTo(port(two));
		}
		assertThat(Redis.runsIn(this.directory)).isFalse();
	}

	@Test
	void theServerOfAKilledApplicationIsTakenOver() throws Exception {
		int port;
		try (OtherJvm killed = startAnother()) {
			port = port(killed);
			Redis.set(port, "value");
			killed.kill();
		}
		ProcessHandle process = Redis.processIn(this.directory);
		SharedServer server = join();
		assertThat(server.port()).isEqualTo(port);
		assertThat(Redis.processIn(this.directory)).isEqualTo(process);
		assertThat(Redis.get(port)).contains("value");
		server.leave();
		assertThat(Redis.runsIn(this.directory)).isFalse();
	}

	@Test
	void aServerThatDoesNotReplyYetIsWaitedFor() throws Exception {
		try (OtherJvm killed = startAnother()) {
			killed.what();
			killed.kill();
		}
		ProcessHandle process = Redis.processIn(this.directory);
		signal("STOP", process);
		CompletableFuture<SharedServer> join = CompletableFuture.supplyAsync(() -> {
			try {
				return join();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		});
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> join.get(3, TimeUnit.SECONDS));
		signal("CONT", process);
		SharedServer server = join.get();
		assertThat(LocalServer.in(this.directory).processes()).containsExactly(process);
		server.leave();
	}

	private static void signal(String signal, ProcessHandle process) throws Exception {
		new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
	}

	@Test
	void aServerThatDiedIsStartedAgainForTheNextProcess() throws IOException {
		SharedServer first = join();
		Redis.set(first.port(), "value");
		Redis.kill(this.directory);
		try (OtherJvm second = startAnother()) {
			assertThat(port(second)).isEqualTo(first.port());
			assertThat(Redis.get(first.port())).contains("value");
			first.leave();
			assertThat(Redis.runsIn(this.directory)).isTrue();
		}
		assertThat(Redis.runsIn(this.directory)).isFalse();
	}

	@Test
	void aServerWhosePortIsTakenGetsAnotherOne() throws IOException {
		SharedServer first = join();
		Redis.set(first.port(), "value");
		first.leave();
		try (ServerSocket taken = new ServerSocket(first.port(), 1, InetAddress.getByName(LocalServer.HOST))) {
			SharedServer second = join();
			assertThat(second.port()).isNotEqualTo(taken.getLocalPort());
			assertThat(Redis.get(second.port())).contains("value");
			second.leave();
		}
	}

	@Test
	void theServerOfAnotherDirectoryIsLeftAlone(@TempDir Path elsewhere) throws IOException {
		SharedServer other = SharedServer.join(elsewhere);
		Files.writeString(this.directory.resolve("redis.port"), Integer.toString(other.port()));
		SharedServer server = join();
		assertThat(server.port()).isNotEqualTo(other.port());
		server.leave();
		assertThat(LocalServer.ask(other.port(), "PING")).contains("PONG");
		other.leave();
	}

	static final class OtherApplication {

		private OtherApplication() {
		}

		public static void main(String[] arguments) throws IOException {
			SharedServer server = SharedServer.join(Path.of(arguments[0]));
			OtherJvm.isReady(server.port());
			server.leave();
		}

	}

}
