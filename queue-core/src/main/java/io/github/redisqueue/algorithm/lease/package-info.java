/**
 * The {@code lease} algorithm: the
 * <a href="https://github.com/MeVitae/redis-work-queue">redis-work-queue</a> protocol
 * 0.3.0, which its Python, Go, Node, Rust and C# clients share.
 * <p>
 * The list {@code queue} holds the ids of ready jobs, which are pushed on the left and
 * taken from the right. Leasing a job moves its id to the list {@code processing} and
 * sets the key {@code lease:<id>}, which expires. The payload is {@code item:<id>}; <em>a
 * job exists exactly as long as that key exists</em>. The protocol does not have the
 * other keys: {@code delayed}, {@code tokens}, {@code failures}, {@code crashes},
 * {@code headers}, {@code suspects}. For jobs of foreign clients, which are clients of
 * the protocol in other languages, values in these keys may be missing, or may remain
 * after the job has ended.
 */
@NullMarked
package io.github.redisqueue.algorithm.lease;

import org.jspecify.annotations.NullMarked;
