package io.github.redisqueue.script;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class ScriptRunnerTest {

	private static final Script PURGE = Script.load("deadletters/purge");

	@AutoClose
	private final PrivateRedis server = PrivateRedis.start();

	private final LettuceConnectionFactory connections = this.server.connections(Duration.ofSeconds(20));

	private final ScriptRunner scripts = new ScriptRunner(this.connections);

	private static Call call() {
		return new Call("orders").key("dead").key("dead:job").key("dead:unreadable");
	}

	private Reply purge() {
		return this.scripts.run(PURGE, call().argument("a"));
	}

	@Test
	void aServerThatIsReadOnlyForAMomentIsAskedAgain() {
		this.server.commands().replicaof("127.0.0.1", 1);
		CompletableFuture<Reply> purge = CompletableFuture.supplyAsync(this::purge);
		await().until(() -> calls("evalsha") >= 2);
		this.server.commands().replicaofNoOne();
		assertThat(purge.orTimeout(20, TimeUnit.SECONDS).join().number(0)).isZero();
	}

	@Test
	void anErrorInAnIncludedFileIsReportedWithThatFile() {
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.scripts.run(Script.load("test/fault"), new Call("orders").key("any")))
			.withMessageContainingAll("test/fault.lua failed for queue 'orders' at test/faults.lua:5: ", "WRONGTYPE");
	}

	private long calls(String command) {
		return QueueFixture.calls(this.connections, command);
	}

}
