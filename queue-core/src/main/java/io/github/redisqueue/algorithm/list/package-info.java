/**
 * The {@code list} algorithm: the reliable list, with a private list for each worker.
 * <p>
 * Ids of ready jobs stand in the list {@code queue}, pushed left, taken right; those of
 * delayed ones in {@code delayed}. A leased id moves to {@code processing:<boot>}, the
 * private list of the one run of a worker that leased it; a boot is the worker's id,
 * {@code #}, and a nonce. Boots that hold something are registered in {@code workers}
 * with the time at which their leases end, which each heartbeat puts off; the lists of
 * those that let it pass are taken back by any instance. {@code worker:<id>} names the
 * boot that may lease under an id, as long as it shows that it lives.
 * <p>
 * Payloads are in {@code jobs}; <em>a job exists exactly while its payload does</em>.
 * {@code tokens} keeps the receipt of a job's last lease: token and boot. <em>A job is
 * leased exactly while it has a receipt without minus sign</em>, and then stands in the
 * list of that boot; else it is ready or delayed. Scripts write the new place of a job
 * before its receipt, and clear the old one after it, so that wherever one is cut short
 * the receipt tells which of two places counts.
 */
@NullMarked
package io.github.redisqueue.algorithm.list;

import org.jspecify.annotations.NullMarked;
