package io.github.redisqueue.admin;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;

/**
 * How the application has configured a queue.
 *
 * @param type its type
 * @param shards the number of its shards
 * @param settings its settings
 */
public record QueueConfiguration(QueueType type, int shards, QueueSettings settings) {

}
