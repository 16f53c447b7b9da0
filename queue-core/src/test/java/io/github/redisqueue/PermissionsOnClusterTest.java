package io.github.redisqueue;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.redisqueue.PermissionsTest.Past;
import io.github.redisqueue.PermissionsTest.Role;
import io.github.redisqueue.test.DocumentedUser;
import io.github.redisqueue.test.OnlyInAllTests;
import io.github.redisqueue.test.PrivateCluster;
import io.github.redisqueue.test.PrivateRedis;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With what the documentation adds for a Redis Cluster, its users may do all that they
 * are for on one.
 */
@OnlyInAllTests
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PermissionsOnClusterTest {

	@AutoClose("shutdown")
	private final ClientResources resources = ClientResources.create();

	@AutoClose
	private final PrivateCluster cluster = PrivateCluster.start(3, 0, "cluster-node-timeout 30000",
			"acllog-max-len 100000");

	private final LettuceConnectionFactory connections = this.cluster.connections(Duration.ofSeconds(30));

	private final Map<Integer, RedisCommands<String, String>> admins = this.cluster.servers()
		.stream()
		.collect(Collectors.toMap(PrivateRedis::port, PrivateRedis::commands));

	@ParameterizedTest
	@MethodSource("io.github.redisqueue.PermissionsTest#rolesAndQueues")
	void theDocumentedUserIsRefusedNothing(Role role, QueueType type, int shards, Past past) {
		try (RestrictedUser user = new RestrictedUser(documented(role), this.admins, this.resources)) {
			if (past == Past.RECORDED) {
				role.begin(new ApplicationLife(type, shards, user.keyPrefix(), this.connections), user);
			}
			role.live(new ApplicationLife(type, shards, user.keyPrefix(), user.connections()), user);
			assertThat(user.refusals()).isEmpty();
		}
	}

	private DocumentedUser documented(Role role) {
		boolean old = this.admins.values().iterator().next().info("server").contains("redis_version:6.");
		return (old ? role.documented().withoutSelectors() : role.documented()).onCluster();
	}

}
