/**
 * The {@code lease} algorithm: the
 * <a href="https://github.com/MeVitae/redis-work-queue">redis-work-queue</a> protocol
 * 0.3.0, which its Python, Go, Node, Rust and C# clients share.
 * <p>
 * Ids of ready jobs stand in the list {@code queue}, pushed left, taken right. A leased
 * id moves to the list {@code processing} and gets the key {@code lease:<id>}, which
 * expires. The payload is {@code item:<id>}; <em>the job exists exactly while that key
 * does</em>. Everything else is ours alone and may be missing for jobs of foreign
 * clients, or linger after them: {@code delayed}, {@code tokens}, {@code failures},
 * {@code crashes}, {@code headers}, {@code suspects}.
 */
@NullMarked
package io.github.redisqueue.algorithm.lease;

import org.jspecify.annotations.NullMarked;
