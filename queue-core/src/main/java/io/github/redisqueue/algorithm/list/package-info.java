/**
 * The {@code list} algorithm: the reliable list, with a private list for each worker.
 * <p>
 * The list {@code queue} holds the ids of ready jobs, which are pushed on the left and
 * taken from the right. The sorted set {@code delayed} holds those of delayed jobs. Each
 * start of a worker begins a run, named by the worker's id, {@code #} and a nonce.
 * Leasing a job moves its id to {@code processing:<run>}, the private list of the run
 * that leases it. Runs that hold jobs are registered in {@code workers} with the time at
 * which their leases expire. Each heartbeat extends that time. Any instance can reclaim
 * the jobs of a run whose time has passed.
 * <p>
 * The hash {@code jobs} holds the payloads; <em>a job exists exactly as long as its
 * payload</em>. The hash {@code tokens} holds the receipt of a job's last lease: token
 * and run. <em>A job is leased exactly as long as it has a receipt without a minus
 * sign</em>, and its id is then in the private list of that run. Otherwise the job is
 * ready or delayed. A script first adds the id at its new place, then writes the receipt,
 * and then removes the id from its old place. If a script is aborted, the receipt decides
 * which of the two places is valid. If the private list that the receipt names does not
 * hold the id, the job is ready: a single job is moved in one step, after its receipt.
 */
@NullMarked
package io.github.redisqueue.algorithm.list;

import org.jspecify.annotations.NullMarked;
