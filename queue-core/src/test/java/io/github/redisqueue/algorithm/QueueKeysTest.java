package io.github.redisqueue.algorithm;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class QueueKeysTest {

	@Test
	void aShardHasItsNumberBehindTheNameAndTheBellOfTheWholeQueue() {
		QueueKeys shard = QueueKeys.of("queue:", "orders").shard(7);
		assertThat(shard.queue()).isEqualTo("orders");
		assertThat(shard.key("dead")).isEqualTo("queue:{orders/7}:dead");
		assertThat(shard.shardNumber()).isEqualTo(7);
		assertThat(shard.withPrefix("other").shardNumber()).isEqualTo(7);
		assertThat(shard.bell()).isEqualTo("queue:{bell}:tokens:orders");
		assertThat(shard.withPrefix("other").bell()).isEqualTo("queue:{bell}:tokens:orders");
	}

	@Test
	void aNameThatIsRefusedForgesNoLine() {
		assertThatIllegalArgumentException().isThrownBy(() -> QueueKeys.of("queue:", "a\nb"))
			.withMessageStartingWith("'a\\nb' is not a valid queue name");
	}

	@ParameterizedTest
	@CsvSource({ "queue:, queue:{bell}", "queue:, queue:{bell}:tokens", "shop:item:, shop", "{x}:, {x}:{bell}:a" })
	void aPrefixWithTheKeysOfTheBellsIsRefused(String keyPrefix, String prefix) {
		QueueKeys keys = QueueKeys.of(keyPrefix, "orders");
		assertThatIllegalArgumentException().isThrownBy(() -> keys.withPrefix(prefix))
			.withMessageContainingAll("'" + prefix + "'", "'orders'", keys.bell());
	}

	@ParameterizedTest
	@CsvSource({ "queue:, queue", "queue:, queue:{bell}s", "shop:, shop", "shop:items:, shop" })
	void aPrefixBesideTheBellsIsNot(String keyPrefix, String prefix) {
		assertThat(QueueKeys.of(keyPrefix, "orders").withPrefix(prefix).prefix()).isEqualTo(prefix);
	}

	@Test
	void aPrefixOfAnotherQueueIsAParentIfItsKeysOfSeveralPartsBeginLikeThis() {
		assertThat(QueueKeys.parents("shop:dead")).containsExactly("shop");
		assertThat(QueueKeys.parents("shop:item:lease:a")).containsExactly("shop", "shop:item");
		assertThat(QueueKeys.parents("shop:orders")).isEmpty();
		assertThat(QueueKeys.parents("shop:deadline:items")).isEmpty();
	}

	/** What counts in a cluster is what is between the first pair of braces. */
	@ParameterizedTest
	@CsvSource({ "shop_orders, shop_orders/7", "shop:{orders}, shop:{orders/7}", "{shop}:orders, {shop/7}:orders",
			"{shop}:{orders}, {shop/7}:{orders}", "shop{}orders, shop{}orders/7", "shop{orders, shop{orders/7" })
	void theNumberOfAShardFollowsTheHashTagAlsoInAPlaceOfItsOwn(String prefix, String shard) {
		QueueKeys keys = QueueKeys.of("queue:", "orders").withPrefix(prefix);
		assertThat(keys.shard(7).prefix()).isEqualTo(shard);
	}

	@ParameterizedTest
	@ValueSource(strings = { "shop/7", "{shop/7}", "shop:{orders/12}", "{shop/0}:orders", "{shop/0}:{orders}",
			"shop{}orders/7", "shop{orders/7", "shop/7:dead", "shop/7:item:orders" })
	void aPrefixThatKeysOfShardsCouldHaveIsRefused(String prefix) {
		QueueKeys keys = QueueKeys.of("queue:", "orders");
		assertThatIllegalArgumentException().isThrownBy(() -> keys.withPrefix(prefix))
			.withMessageContainingAll("'" + prefix + "'", "'orders'", "a slash and a number");
		assertThatIllegalArgumentException().isThrownBy(() -> QueueKeys.of("{shop/7}:", "orders"))
			.withMessageContainingAll("'{shop/7}:{orders}'", "a slash and a number");
	}

	@ParameterizedTest
	@ValueSource(strings = { "shop/orders", "shop/7:orders", "shop/7{orders}", "{shop}/7", "{shop:7}", "7", "shop7" })
	void aPrefixWithASlashElsewhereIsNot(String prefix) {
		assertThat(QueueKeys.of("queue:", "orders").withPrefix(prefix).prefix()).isEqualTo(prefix);
	}

}
